<?php

declare(strict_types=1);

use Illuminate\Cache\RedisStore;
use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Redis\RedisManager;

require_once 'Illuminate/autoload.php';

/** Polls every 250 ms; ttl and wait are whole seconds. */
return static function (Endpoint $endpoint, string $key, float $ttl): array {
    $store = new RedisStore(new RedisManager(new Container(), 'phpredis', [
        'default' => ['host' => $endpoint->host, 'port' => $endpoint->port, 'timeout' => 1.0],
    ]));
    $lock = $store->lock($key, (int) ceil($ttl));

    return [
        static function (float $wait) use ($lock): bool {
            try {
                return $lock->block((int) ceil($wait));
            } catch (LockTimeoutException) {
                return false;
            }
        },
        static fn (): bool => $lock->release(),
    ];
};
