<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Event;

use Symfony\Component\Messenger\Envelope;

/** The lock of a message was lost while its handler ran: from some moment on it was not protected, and was stopped where that was possible. */
final class LockLost
{
    public function __construct(
        public readonly Envelope $envelope,
        public readonly string $key,
    ) {}
}
