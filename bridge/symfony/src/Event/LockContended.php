<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Event;

use RedisLock\Holder;
use Symfony\Component\Messenger\Envelope;

/** Another owner has the lock of a message: it is not handled now. */
final class LockContended
{
    /**
     * @param string      $policy one of {@see \RedisLock\Symfony\Messenger\LockStamp::POLICIES}
     * @param Holder|null $holder who it is, as far as known
     * @param float|null  $delay  seconds until the message comes back, with the policy "requeue"
     */
    public function __construct(
        public readonly Envelope $envelope,
        public readonly string $key,
        public readonly string $policy,
        public readonly ?Holder $holder,
        public readonly ?float $delay,
    ) {}
}
