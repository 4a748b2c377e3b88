<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpKernel\KernelEvents;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use Symfony\Component\Messenger\Event\WorkerMessageHandledEvent;
use Symfony\Contracts\Service\ResetInterface;

/**
 * In a process that lives on, frees what a request or a message left behind: every `new RedisLock` whose autoRelease is on.
 *
 * Symfony's Lock objects are not touched: they release when they are destroyed, or are meant to stay.
 */
final class LeaseReleaser implements EventSubscriberInterface, ResetInterface
{
    /** After everybody else, who may still need a lock. */
    private const LAST = -2048;

    public static function getSubscribedEvents(): array
    {
        return [
            // A reset reaches only services that were used, so the end of a request is listened to as well.
            KernelEvents::TERMINATE => ['reset', self::LAST],
            WorkerMessageHandledEvent::class => ['reset', self::LAST],
            WorkerMessageFailedEvent::class => ['reset', self::LAST],
        ];
    }

    public function reset(): void
    {
        \RedisLock::releaseAll();
    }
}
