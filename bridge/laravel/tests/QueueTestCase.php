<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Queue\Events\JobFailed;
use Illuminate\Queue\WorkerOptions;
use RedisLock\Laravel\Tests\Fixtures\Journal;
use Throwable;

/** With a queue on Redis (database 9) and a worker in this process. */
abstract class QueueTestCase extends TestCase
{
    private const QUEUE = 'queues:default';

    /** @var list<Throwable> why jobs failed for good */
    protected array $failures = [];

    protected function setUp(): void
    {
        parent::setUp();
        Journal::forget();
    }

    protected function app(array $connection = [], array $config = []): \Illuminate\Foundation\Application
    {
        $app = parent::app($connection, $config);
        $app->make('events')->listen(JobFailed::class, fn (JobFailed $event) => $this->failures[] = $event->exception);

        return $app;
    }

    /** Runs the next job that is due, as queue:work --once does. */
    protected function work(): void
    {
        Container::getInstance()->make('queue.worker')->runNextJob('redis', 'default', new WorkerOptions());
    }

    /** @return list<Throwable> what the worker reported */
    protected function reported(): array
    {
        return Container::getInstance()->make(ExceptionHandler::class)->reported;
    }

    /** How many jobs are due now. */
    protected function due(): int
    {
        return $this->inQueues(fn (): int => $this->server->call('LLEN', self::QUEUE));
    }

    /** @return list<float> in how many seconds each released job is due */
    protected function delays(): array
    {
        $times = $this->inQueues(fn (): array => $this->server->call('ZRANGE', self::QUEUE . ':delayed', '0', '-1', 'WITHSCORES'));

        return array_map(static fn (array $pair): float => $pair[1] - time(), array_chunk($times, 2));
    }

    /** Lets what was released be due at once. */
    protected function skipDelays(): void
    {
        $this->inQueues(function (): void {
            foreach ($this->server->call('ZRANGE', self::QUEUE . ':delayed', '0', '-1') as $payload) {
                $this->server->call('ZADD', self::QUEUE . ':delayed', '1', $payload);
            }
        });
    }

    /** Jobs anywhere in the queue: due, delayed or taken. */
    protected function jobs(): int
    {
        return $this->due() + $this->inQueues(fn (): int => $this->server->call('ZCARD', self::QUEUE . ':delayed')
            + $this->server->call('ZCARD', self::QUEUE . ':reserved'));
    }

    private function inQueues(callable $ask): mixed
    {
        $this->server->call('SELECT', '9');
        try {
            return $ask();
        } finally {
            $this->server->call('SELECT', '0');
        }
    }
}
