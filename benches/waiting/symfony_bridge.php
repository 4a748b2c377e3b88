<?php

declare(strict_types=1);

use RedisLock\Symfony\LockFactory;
use RedisLock\Symfony\RedisLockStore;

require_once __DIR__ . '/../symfony_bridge.php';

/** Symfony's acquire(true) on our store: waits in the server's queue, for as long as the store is set to. */
return static function (Endpoint $endpoint, string $key, float $ttl): array {
    $lock = (new LockFactory(new RedisLockStore($endpoint->dsn(), wait: 60.0)))->createLock($key, $ttl);

    return [
        static fn (float $wait): bool => $lock->acquire(true),
        static function () use ($lock): bool {
            $lock->release();

            return true;
        },
    ];
};
