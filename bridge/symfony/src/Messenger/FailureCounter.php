<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Messenger;

use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;

/** Marks the failures of guarded messages that are no contention, for {@see ContentionRetryStrategy}. */
final class FailureCounter implements EventSubscriberInterface
{
    public static function getSubscribedEvents(): array
    {
        // Before Symfony's own listener, at 100, decides on a retry.
        return [WorkerMessageFailedEvent::class => ['count', 200]];
    }

    public function count(WorkerMessageFailedEvent $event): void
    {
        if ($event->getEnvelope()->last(LockStamp::class) !== null && !$event->getThrowable() instanceof ContendedMessageException) {
            $event->addStamps(new FailedStamp());
        }
    }
}
