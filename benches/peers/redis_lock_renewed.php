<?php

declare(strict_types=1);

/** As redis_lock.php, with renewal in the background, which has nothing to do before the pair is over. */
return static function (Endpoint $endpoint): Closure {
    $dsn = $endpoint->dsn();

    return static function (int $pairs) use ($dsn): void {
        for ($i = 0; $i < $pairs; $i++) {
            $lock = new RedisLock('bench:redis_lock', ttl: 30.0, connection: $dsn, autoRenew: true);
            if (!$lock->acquire()) {
                throw new RuntimeException('redis_lock, renewed: not acquired');
            }
            if (!$lock->release()) {
                throw new RuntimeException('redis_lock, renewed: not released');
            }
        }
    };
};
