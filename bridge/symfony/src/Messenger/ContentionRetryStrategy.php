<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Messenger;

use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Retry\RetryStrategyInterface;
use Symfony\Component\Messenger\Stamp\RedeliveryStamp;

/**
 * A transport's retry strategy, to which contention does not look like failure.
 *
 * A contended message comes back after the delay its guard asked for, which Symfony itself only obeys from 7.2 on. And the times it came
 * back for that do not count as retries: Symfony counts them all in one number, after which a first real failure would be final.
 */
final class ContentionRetryStrategy implements RetryStrategyInterface
{
    public function __construct(private readonly RetryStrategyInterface $strategy) {}

    public function isRetryable(Envelope $message, ?\Throwable $throwable = null): bool
    {
        return $this->strategy->isRetryable(self::withFailuresOnly($message), $throwable);
    }

    public function getWaitingTime(Envelope $message, ?\Throwable $throwable = null): int
    {
        return $throwable instanceof ContendedMessageException
            ? $throwable->getRetryDelay()
            : $this->strategy->getWaitingTime(self::withFailuresOnly($message), $throwable);
    }

    private static function withFailuresOnly(Envelope $envelope): Envelope
    {
        if ($envelope->last(LockStamp::class) === null) {
            return $envelope;
        }
        // The failure that is being decided on has its stamp already.
        $failures = max(0, \count($envelope->all(FailedStamp::class)) - 1);

        return $envelope->with(new RedeliveryStamp(min($failures, RedeliveryStamp::getRetryCountFromEnvelope($envelope))));
    }
}
