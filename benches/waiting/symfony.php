<?php

declare(strict_types=1);

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

require_once 'Symfony/Component/Lock/autoload.php';

/** Polls about every 100 ms, for ever: it knows no longest wait. */
return static function (Endpoint $endpoint, string $key, float $ttl): array {
    $lock = (new LockFactory(new RedisStore($endpoint->phpredis())))->createLock($key, $ttl);

    return [
        static fn (float $wait): bool => $lock->acquire(true),
        static function () use ($lock): bool {
            $lock->release();

            return true;
        },
    ];
};
