<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use RedisLock\Laravel\Events\LockAcquired;
use RedisLock\Laravel\Events\LockContended;
use RedisLock\Laravel\Events\LockLost;
use RedisLock\Laravel\Queue\WithRedisLock;
use RedisLock\Laravel\Tests\Fixtures\GuardedJob;

/** Jobs under the guard, and what its events tell. */
abstract class GuardTestCase extends QueueTestCase
{
    /** @var list<object> */
    protected array $told = [];

    protected function app(array $connection = [], array $config = []): \Illuminate\Foundation\Application
    {
        $app = parent::app($connection, $config);
        $app->make('events')->listen([LockAcquired::class, LockContended::class, LockLost::class], fn (object $event) => $this->told[] = $event);

        return $app;
    }

    protected function dispatch(WithRedisLock ...$guards): void
    {
        GuardedJob::dispatch($guards);
    }
}
