<?php

declare(strict_types=1);

/** One object for all pairs, as in a long-lived worker. */
return static function (Endpoint $endpoint): Closure {
    $lock = new RedisLock('bench:redis_lock_reused', ttl: 30.0, connection: $endpoint->dsn());

    return static function (int $pairs) use ($lock): void {
        for ($i = 0; $i < $pairs; $i++) {
            if (!$lock->acquire()) {
                throw new RuntimeException('redis_lock, reused: not acquired');
            }
            if (!$lock->release()) {
                throw new RuntimeException('redis_lock, reused: not released');
            }
        }
    };
};
