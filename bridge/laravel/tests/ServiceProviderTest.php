<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Filesystem\Filesystem;
use Illuminate\Foundation\PackageManifest;
use Illuminate\Support\ServiceProvider;
use RedisLock\Laravel\RedisLockServiceProvider;
use RedisLock\Laravel\RedisLockStore;

/** How an application gets the driver. */
final class ServiceProviderTest extends TestCase
{
    private const PACKAGE = __DIR__ . '/..';

    public function testLaravelFindsTheProviderByItself(): void
    {
        $vendor = scratch_dir() . '/discovery/vendor';
        mkdir("$vendor/composer", 0700, true);
        $package = json_decode(file_get_contents(self::PACKAGE . '/composer.json'), true);
        file_put_contents("$vendor/composer/installed.json", json_encode(['packages' => [$package]]));
        $manifest = new PackageManifest(new Filesystem(), dirname($vendor), dirname($vendor) . '/manifest.php');
        $manifest->build();

        $this->assertSame([RedisLockServiceProvider::class], $manifest->providers());
    }

    public function testThePackageNeedsTheExtension(): void
    {
        $package = json_decode(file_get_contents(self::PACKAGE . '/composer.json'), true);

        $this->assertArrayHasKey('ext-redis_lock', $package['require']);
        $this->assertSame('redis-lock/laravel', $package['name']);
    }

    public function testTheConfigurationCanBePublished(): void
    {
        $app = $this->app();
        $files = ServiceProvider::pathsToPublish(RedisLockServiceProvider::class, 'redis-lock-config');

        $this->assertSame([$app->configPath('redis_lock.php')], array_values($files));
        $this->assertFileExists(array_keys($files)[0]);
    }

    public function testWhatTheApplicationDoesNotConfigureHasADefault(): void
    {
        $app = $this->app(config: ['redis_lock' => ['ttl' => 7]]);

        $this->assertSame(7, $app['config']['redis_lock.ttl']);
        $this->assertSame(60, $app['config']['redis_lock.guard_ttl']);
        $this->assertTrue($app['config']['redis_lock.release_all']);
    }

    public function testTheDriverWorksWhereTheCacheWasUsedBefore(): void
    {
        $app = $this->app();
        $app->forgetInstance('cache');
        $cache = $app->make('cache');
        $late = new RedisLockServiceProvider($app);
        $late->register();

        $this->assertInstanceOf(RedisLockStore::class, $cache->store('redis')->getStore());
        $this->assertTrue($cache->lock('k', 5)->get());
    }

    public function testSettingsAreReadOncePerStoreAndNotBeforeALock(): void
    {
        $app = $this->app(['colour' => 'red']);
        $app->make('cache')->put('a', 1, 10); // values need none of it

        $this->assertStringContainsString('[database.redis.default.colour]', caught(fn () => $this->lock('redis'))->getMessage());
        $app['config']->set('redis_lock.ignore', ['colour']);
        $this->assertTrue($this->lock('redis')->get());
        $app['config']->set('redis_lock.ignore', []);
        $this->assertTrue($this->lock('redis')->release() === false);
    }
}
