<?php

declare(strict_types=1);

use Illuminate\Container\Container;
use Illuminate\Redis\RedisManager;
use RedisLock\Laravel\Connection\SettingsReader;
use RedisLock\Laravel\RedisLockStore;

require_once 'Illuminate/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/../bridge/laravel/src/' . str_replace('\\', '/', substr($class, strlen('RedisLock\Laravel\\'))) . '.php';
    if (str_starts_with($class, 'RedisLock\Laravel\\')) {
        require $file;
    }
});

/** The cache store of the Laravel package, on the same settings as the peer "laravel". */
function laravel_store(Endpoint $endpoint): RedisLockStore
{
    $redis = ['default' => ['host' => $endpoint->host, 'port' => $endpoint->port, 'timeout' => 1.0]];
    $store = new RedisLockStore(new RedisManager(new Container(), 'phpredis', $redis));

    return $store->lockBy(new SettingsReader(static fn (string $key): mixed => $key === 'database.redis' ? $redis : null), 86_400.0);
}
