<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Event;

use RedisLock\Lock;
use Symfony\Component\Messenger\Envelope;

/** A worker has the lock of a message, and its handler is about to run. */
final class LockAcquired
{
    /** @param Lock $lock for its key, its fence, and how long it is valid; releasing it is not the listener's part */
    public function __construct(
        public readonly Envelope $envelope,
        public readonly Lock $lock,
    ) {}
}
