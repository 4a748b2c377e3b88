<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\EventMutex;
use Illuminate\Console\Scheduling\SchedulingMutex;
use Illuminate\Support\ServiceProvider;
use RedisLock\Laravel\Connection\SettingsReader;
use RedisLock\Laravel\Scheduling\LockEventMutex;
use RedisLock\Laravel\Scheduling\LockSchedulingMutex;

/** Brings the cache driver "redis_lock". Laravel finds this provider by itself. */
final class RedisLockServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->mergeConfigFrom(__DIR__ . '/../config/redis_lock.php', 'redis_lock');
        $this->app->singleton(SettingsReader::class, static fn ($app) => new SettingsReader(
            static fn (string $key): mixed => $app['config']->get($key),
        ));
        $this->callAfterResolving('cache', function (CacheManager $cache): void {
            $cache->extend('redis_lock', function ($app, array $config) use ($cache) {
                return $cache->repository(RedisLockServiceProvider::store($app, $config), $config);
            });
        });
        // The schedule of Laravel 8 to 10 knows no locks for some of its mutexes.
        if (! method_exists(CacheEventMutex::class, 'shouldUseLocks')) {
            $this->app->bindIf(EventMutex::class, LockEventMutex::class);
        }
        if (! method_exists(CacheSchedulingMutex::class, 'shouldUseLocks')) {
            $this->app->bindIf(SchedulingMutex::class, LockSchedulingMutex::class);
        }
    }

    public function boot(): void
    {
        $this->publishes([__DIR__ . '/../config/redis_lock.php' => $this->app->configPath('redis_lock.php')], 'redis-lock-config');
        if ($this->app['config']['redis_lock.release_all']) {
            LeftLeases::releaseAfterEachTask($this->app);
        }
    }

    /** A store of config/cache.php, with the settings of one of Laravel's own driver "redis". */
    public static function store($app, array $config): RedisLockStore
    {
        $connection = $config['connection'] ?? 'default';
        $store = new RedisLockStore(
            $app['redis'],
            $config['prefix'] ?? $app['config']['cache.prefix'],
            $connection,
            $app['config']['cache.serializable_classes'] ?? null, // of later versions
        );
        $store->setLockConnection($config['lock_connection'] ?? $connection);

        return $store->lockBy($app->make(SettingsReader::class), (float) $app['config']['redis_lock.ttl']);
    }
}
