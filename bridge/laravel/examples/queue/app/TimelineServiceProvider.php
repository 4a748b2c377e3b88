<?php

declare(strict_types=1);

namespace App;

use Illuminate\Queue\Events\JobExceptionOccurred;
use Illuminate\Queue\Events\JobFailed;
use Illuminate\Queue\Events\JobProcessed;
use Illuminate\Support\ServiceProvider;
use RedisLock\Laravel\Events\LockContended;
use RedisLock\Laravel\Events\LockLost;
use RedisLock\UnavailableException;

/** Writes down what the package and the framework tell. */
final class TimelineServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        $events = $this->app['events'];
        $events->listen(LockContended::class, static fn (LockContended $e) => Timeline::add('contended', $e->job->name, ['delay' => $e->delay]));
        $events->listen(LockLost::class, static fn (LockLost $e) => Timeline::add('lost', $e->job->name));
        $name = static fn (JobExceptionOccurred|JobProcessed $e): string => unserialize($e->job->payload()['data']['command'])->name;
        $events->listen(JobProcessed::class, static fn (JobProcessed $e) => Timeline::add('processed', $name($e)));
        $events->listen(JobExceptionOccurred::class, static fn (JobExceptionOccurred $e) => Timeline::add(
            $e->exception instanceof UnavailableException ? 'outage' : 'exception',
            $name($e),
            ['class' => get_class($e->exception)],
        ));
        $events->listen(JobFailed::class, static fn (JobFailed $e) => Timeline::add('failed', $e->job->getJobId(), ['class' => get_class($e->exception)]));
    }
}
