<?php

declare(strict_types=1);

/** A new object for every pair, as in a request that locks once. */
return static function (Endpoint $endpoint): Closure {
    $dsn = $endpoint->dsn();

    return static function (int $pairs) use ($dsn): void {
        for ($i = 0; $i < $pairs; $i++) {
            $lock = new RedisLock('bench:redis_lock', ttl: 30.0, connection: $dsn);
            if (!$lock->acquire()) {
                throw new RuntimeException('redis_lock: not acquired');
            }
            if (!$lock->release()) {
                throw new RuntimeException('redis_lock: not released');
            }
        }
    };
};
