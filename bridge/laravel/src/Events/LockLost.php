<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

use RedisLock\LostException;

/** A job lost its lock while it ran: it was stopped, or came to its end unprotected. */
final class LockLost
{
    public function __construct(public readonly string $key, public readonly object $job, public readonly LostException $exception)
    {
    }
}
