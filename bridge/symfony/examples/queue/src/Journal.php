<?php

declare(strict_types=1);

namespace App;

use RedisLock\Symfony\Event\LockContended;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use RedisLock\Symfony\Messenger\ContendedMessageException;

/** What happened, one JSON object a line in a file that all workers write. */
final class Journal implements EventSubscriberInterface
{
    public function __construct(private readonly string $file) {}

    public static function getSubscribedEvents(): array
    {
        return [LockContended::class => 'contended', WorkerMessageFailedEvent::class => ['failed', 300]];
    }

    public function contended(LockContended $event): void
    {
        $this->write('contended', $event->envelope->getMessage(), ['holder' => $event->holder?->label(), 'delay' => $event->delay]);
    }

    public function failed(WorkerMessageFailedEvent $event): void
    {
        $error = $event->getThrowable();
        if (!$error instanceof ContendedMessageException) {
            $kind = $error instanceof \RedisLock\UnavailableException ? 'unavailable' : 'failed';
            $this->write($kind, $event->getEnvelope()->getMessage(), ['error' => $error::class]);
        }
    }

    public function write(string $what, Report $report, array $more = []): void
    {
        $line = ['at' => hrtime(true) / 1e9, 'worker' => getenv('WORKER'), 'what' => $what, 'customer' => $report->customer, 'number' => $report->number];
        file_put_contents($this->file, json_encode($line + $more)."\n", \FILE_APPEND | \LOCK_EX);
    }

    /** @return list<array> */
    public function read(): array
    {
        return array_map(static fn (string $line): array => json_decode($line, true), is_file($this->file) ? file($this->file, \FILE_IGNORE_NEW_LINES) : []);
    }

    public function count(string $what, ?Report $report = null): int
    {
        return \count(array_filter($this->read(), static fn (array $line): bool => $line['what'] === $what
            && ($report === null || [$line['customer'], $line['number']] === [$report->customer, $report->number])));
    }
}
