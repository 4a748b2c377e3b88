<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests\Fixtures;

use Illuminate\Console\Command;
use Illuminate\Contracts\Console\Isolatable;

final class IsolatedCommand extends Command implements Isolatable
{
    protected $signature = 'report';

    public function handle(): int
    {
        Journal::run($this);

        return 0;
    }
}
