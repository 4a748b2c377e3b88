<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests\Fixtures;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;
use RedisLock\Laravel\Queue\HasRedisLock;
use RedisLock\Laravel\Queue\WithRedisLock;
use RedisLock\Lock;

/** A job behind guards. */
final class GuardedJob implements ShouldQueue
{
    use Dispatchable;
    use HasRedisLock;
    use InteractsWithQueue;
    use Queueable;

    /** @param list<WithRedisLock> $guards */
    public function __construct(private array $guards, public int $tries = 5)
    {
    }

    public function middleware(): array
    {
        return $this->guards;
    }

    public function handle(): void
    {
        Journal::run($this);
    }

    public function seenLock(?string $key = null): ?Lock
    {
        return $this->redisLock($key);
    }

    public function seenFence(): ?int
    {
        return $this->fence();
    }
}
