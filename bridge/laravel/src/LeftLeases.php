<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Contracts\Foundation\Application;
use Illuminate\Queue\Events\JobExceptionOccurred;
use Illuminate\Queue\Events\JobProcessed;
use Illuminate\Queue\Events\Looping;
use Illuminate\Queue\Jobs\SyncJob;
use RedisLock;

/**
 * Frees, in processes that live on, what a job or a request left held: objects in static variables, in singletons, in cycles.
 * Locks of the cache store are not among it, they outlive a request by intention (ShouldBeUnique).
 */
final class LeftLeases
{
    private const ENDS_OF_A_TASK = [
        JobProcessed::class,
        JobExceptionOccurred::class,
        Looping::class,
        'Laravel\Octane\Events\RequestTerminated',
        'Laravel\Octane\Events\TaskTerminated',
        'Laravel\Octane\Events\TickTerminated',
    ];

    public static function releaseAfterEachTask(Application $app): void
    {
        $app['events']->listen(self::ENDS_OF_A_TASK, static function (object $event): void {
            // A job of the connection "sync" runs within another task, which still needs what it holds.
            if (! ($event->job ?? null) instanceof SyncJob) {
                RedisLock::releaseAll();
            }
        });
        $app->terminating(static fn () => RedisLock::releaseAll());
    }
}
