<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Queue;

use RedisLock\Lock;

/** For a job that wants to see the lock under which WithRedisLock runs it: its fence(), remaining(), assertHeld(). */
trait HasRedisLock
{
    /**
     * @param string|null $key of the guard, if there are several; null: the innermost one
     * @return Lock|null null outside the guard
     */
    protected function redisLock(?string $key = null): ?Lock
    {
        return GuardLocks::of($this, $key);
    }

    /** @return int|null the number of this grant, for a guard with fencing: true */
    protected function fence(?string $key = null): ?int
    {
        return $this->redisLock($key)?->fence();
    }
}
