<?php

declare(strict_types=1);

use Illuminate\Cache\RedisStore;
use Illuminate\Container\Container;
use Illuminate\Redis\RedisManager;

require_once 'Illuminate/autoload.php';

/** A lock from the cache store for every pair, as Cache::lock() gives it. */
return static function (Endpoint $endpoint): Closure {
    $store = new RedisStore(new RedisManager(new Container(), 'phpredis', [
        'default' => ['host' => $endpoint->host, 'port' => $endpoint->port, 'timeout' => 1.0],
    ]));

    return static function (int $pairs) use ($store): void {
        for ($i = 0; $i < $pairs; $i++) {
            $lock = $store->lock('bench:laravel', 30);
            if (!$lock->get()) {
                throw new RuntimeException('Laravel: not acquired');
            }
            if (!$lock->release()) {
                throw new RuntimeException('Laravel: not released');
            }
        }
    };
};
