<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

use RedisLock\ContendedException;
use RedisLock\Laravel\Queue\OnContention;

/** A job did not run, for somebody else holds its key. */
final class LockContended
{
    /** @param int|null $delay seconds after which it comes again, if it was released */
    public function __construct(
        public readonly string $key,
        public readonly object $job,
        public readonly OnContention $policy,
        public readonly ?int $delay,
        public readonly ContendedException $exception,
    ) {
    }
}
