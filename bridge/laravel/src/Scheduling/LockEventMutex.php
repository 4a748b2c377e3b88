<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Scheduling;

use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\Event;
use RedisLock\Laravel\CacheLock;
use RedisLock\Laravel\RedisLockStore;

/** withoutOverlapping() of the schedule by a lock, where the framework (Laravel 8) would use a cache entry. */
final class LockEventMutex extends CacheEventMutex
{
    public function create(Event $event)
    {
        return $this->lock($event)?->acquire() ?? parent::create($event);
    }

    public function exists(Event $event)
    {
        return $this->lock($event)?->isLocked() ?? parent::exists($event);
    }

    public function forget(Event $event)
    {
        $lock = $this->lock($event);
        $lock ? $lock->forceRelease() : parent::forget($event);
    }

    private function lock(Event $event): ?CacheLock
    {
        $store = $this->cache->store($this->store)->getStore();

        return $store instanceof RedisLockStore ? $store->lock($event->mutexName(), $event->expiresAt * 60) : null;
    }
}
