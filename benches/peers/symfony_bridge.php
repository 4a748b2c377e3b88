<?php

declare(strict_types=1);

use RedisLock\Symfony\LockFactory;
use RedisLock\Symfony\RedisLockStore;

require_once __DIR__ . '/../symfony_bridge.php';

/** Symfony's Lock on our store, a lock from the factory for every pair. */
return static function (Endpoint $endpoint): Closure {
    $factory = new LockFactory(new RedisLockStore($endpoint->dsn()));

    return static function (int $pairs) use ($factory): void {
        for ($i = 0; $i < $pairs; $i++) {
            $lock = $factory->createLock('bench:symfony_bridge', 30.0);
            if (!$lock->acquire()) {
                throw new RuntimeException('Symfony on redis_lock: not acquired');
            }
            $lock->release();
        }
    };
};
