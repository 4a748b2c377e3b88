<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** A job got its lock and is about to run. */
final class LockAcquired
{
    /** @param int|null $fence for a guard with fencing */
    public function __construct(public readonly string $key, public readonly object $job, public readonly ?int $fence)
    {
    }
}
