<?php

declare(strict_types=1);

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

require_once 'Symfony/Component/Lock/autoload.php';

/** A lock from the factory for every pair, as the manual shows. */
return static function (Endpoint $endpoint): Closure {
    $factory = new LockFactory(new RedisStore($endpoint->phpredis()));

    return static function (int $pairs) use ($factory): void {
        for ($i = 0; $i < $pairs; $i++) {
            $lock = $factory->createLock('bench:symfony', 30.0);
            if (!$lock->acquire()) {
                throw new RuntimeException('Symfony: not acquired');
            }
            $lock->release(); // throws when the key is still there
        }
    };
};
