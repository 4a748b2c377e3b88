<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use Illuminate\Bus\BusServiceProvider;
use Illuminate\Cache\CacheServiceProvider;
use Illuminate\Cache\Lock;
use Illuminate\Config\Repository;
use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Queue\QueueServiceProvider;
use Illuminate\Redis\RedisServiceProvider;
use Illuminate\Support\Facades\Facade;
use RedisLock;
use RedisLock\Laravel\RedisLockServiceProvider;
use TestServer;

/** An application with the package on a real server. Store "redis" is ours, store "laravel" is the framework's, on the same connection. */
abstract class TestCase extends \PHPUnit\Framework\TestCase
{
    private static ?TestServer $shared = null;

    protected TestServer $server;

    protected function setUp(): void
    {
        $this->server = self::$shared ??= TestServer::start();
        $this->server->call('FLUSHALL');
    }

    protected function tearDown(): void
    {
        RedisLock::releaseAll();
        Facade::clearResolvedInstances();
        Container::setInstance(null);
    }

    /** Gives up the server that the class shares, for a test that stops it. */
    protected function ownServer(string ...$args): TestServer
    {
        return $this->server = TestServer::start(...$args);
    }

    /**
     * @param array<string, mixed> $connection settings of the Redis connection "default", beside host and port
     * @param array<string, mixed> $config further configuration, by names with dots
     */
    protected function app(array $connection = [], array $config = []): Application
    {
        $app = new Application(scratch_dir() . '/app');
        Container::setInstance($app);
        Facade::setFacadeApplication($app);
        $settings = new Repository([
            'app' => ['key' => 'base64:' . base64_encode(str_repeat('k', 32)), 'cipher' => 'AES-256-CBC'],
            'cache' => ['default' => 'redis', 'prefix' => 'cache', 'stores' => [
                'redis' => ['driver' => 'redis_lock', 'connection' => 'default'],
                'laravel' => ['driver' => 'redis', 'connection' => 'default'],
            ]],
            'database' => ['redis' => [
                'client' => 'phpredis',
                'default' => $connection + ['host' => '127.0.0.1', 'port' => $this->server->port, 'timeout' => 5, 'read_timeout' => 5],
                'queue' => ['host' => '127.0.0.1', 'port' => $this->server->port, 'database' => 9],
            ]],
            'queue' => ['default' => 'redis', 'failed' => ['driver' => 'null'], 'connections' => [
                'redis' => ['driver' => 'redis', 'connection' => 'queue', 'queue' => 'default', 'retry_after' => 90],
                'sync' => ['driver' => 'sync'],
            ]],
            'redis_lock' => ['guard_jitter' => 0],
        ]);
        foreach ($config as $name => $value) {
            $settings->set($name, $value);
        }
        $app->instance('config', $settings);
        $app->instance('app', $app);
        $app->singleton(ExceptionHandler::class, RecordingHandler::class);
        foreach ([RedisServiceProvider::class, CacheServiceProvider::class, BusServiceProvider::class, QueueServiceProvider::class, RedisLockServiceProvider::class] as $provider) {
            $app->register($provider);
        }
        $app->boot();

        return $app;
    }

    /** A lock of a store: "redis" is ours, "laravel" is the framework's. */
    protected function lock(string $store, string $name = 'k', int|float $seconds = 10, ?string $owner = null): Lock
    {
        return Container::getInstance()->make('cache')->store($store)->lock($name, $seconds, $owner);
    }

    protected function restore(string $store, string $owner, string $name = 'k'): Lock
    {
        return Container::getInstance()->make('cache')->store($store)->restoreLock($name, $owner);
    }

    /** The key of Cache::lock($name) here: later versions put no colon after the cache's prefix. */
    protected function key(string $name = 'k'): string
    {
        return Container::getInstance()->make('cache')->store('laravel')->getStore()->getPrefix() . $name;
    }

    /** Milliseconds that the server keeps the key yet; -1 without an end, -2 without the key. */
    protected function left(string $key): int
    {
        return $this->server->call('PTTL', $key);
    }

    /** Runs f, and checks that it asked for locks, and only as the extension does. */
    protected function assertLocksNatively(callable $f): mixed
    {
        $monitor = $this->server->monitor();
        $value = $f();
        $asked = preg_grep('/^set\b.* nx\b|^setnx\b/i', $monitor->commands());
        $this->assertNotEmpty($asked, 'nobody asked for a lock');
        $this->assertSame([], array_values(preg_grep('/ NX GET PX \d+$/', $asked, PREG_GREP_INVERT)));

        return $value;
    }
}
