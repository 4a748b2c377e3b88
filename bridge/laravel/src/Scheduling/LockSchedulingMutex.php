<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Scheduling;

use DateTimeInterface;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\Event;
use RedisLock\Laravel\CacheLock;
use RedisLock\Laravel\RedisLockStore;

/** onOneServer() of the schedule by a lock, where the framework (Laravel 8 to 10) would use a cache entry. */
final class LockSchedulingMutex extends CacheSchedulingMutex
{
    private const TTL = 3600; // seconds, as in the framework: longer than hosts' clocks differ, shorter than a day

    public function create(Event $event, DateTimeInterface $time)
    {
        return $this->lock($event, $time)?->acquire() ?? parent::create($event, $time);
    }

    public function exists(Event $event, DateTimeInterface $time)
    {
        return $this->lock($event, $time)?->isLocked() ?? parent::exists($event, $time);
    }

    private function lock(Event $event, DateTimeInterface $time): ?CacheLock
    {
        $store = $this->cache->store($this->store)->getStore();

        return $store instanceof RedisLockStore ? $store->lock($event->mutexName() . $time->format('Hi'), self::TTL) : null;
    }
}
