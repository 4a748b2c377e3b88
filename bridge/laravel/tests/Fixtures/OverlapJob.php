<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests\Fixtures;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Queue\Middleware\WithoutOverlapping;

final class OverlapJob implements ShouldQueue
{
    use Dispatchable;
    use InteractsWithQueue;
    use Queueable;

    public int $tries = 5;

    public function middleware(): array
    {
        return [new WithoutOverlapping('account-7')];
    }

    public function handle(): void
    {
        Journal::run($this);
    }
}
