<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use PHPUnit\Framework\Attributes\DataProvider;

/** Prefixes and databases: the key is Laravel's in all it does, never with a prefix twice or without. */
final class KeyTest extends TestCase
{
    /** @return array<string, array{array<string, mixed>, int}> configuration, and the database that locks are in */
    public static function configurations(): array
    {
        return [
            'no prefix of Redis' => [[], 0],
            'of all connections' => [['database.redis.options.prefix' => 'all_'], 0],
            'of this connection' => [['database.redis.default.prefix' => 'one_'], 0],
            'of both' => [['database.redis.options.prefix' => 'all_', 'database.redis.default.prefix' => 'one_'], 0],
            'of its own options' => [['database.redis.default.options.prefix' => 'own_', 'database.redis.options.prefix' => 'all_'], 0],
            'no prefix of the cache' => [['cache.prefix' => '', 'database.redis.options.prefix' => 'all_'], 0],
            'a prefix of the store' => [['cache.stores.redis.prefix' => 'mine', 'cache.stores.laravel.prefix' => 'mine'], 0],
            'another database' => [['database.redis.default.database' => '3', 'database.redis.options.prefix' => 'all_'], 3],
            'a connection for locks' => [['database.redis.default.database' => 1, 'cache.stores.redis.lock_connection' => 'queue', 'cache.stores.laravel.lock_connection' => 'queue'], 9],
        ];
    }

    /** @dataProvider configurations */
    #[DataProvider('configurations')]
    public function testPhpRedis(array $config, int $database): void
    {
        $this->check('phpredis', $config, $database);
    }

    /** @dataProvider configurations */
    #[DataProvider('configurations')]
    public function testPredis(array $config, int $database): void
    {
        class_exists('Predis\Client') ?: $this->markTestSkipped('predis is not installed');
        $this->check('predis', $config, $database);
    }

    private function check(string $client, array $config, int $database): void
    {
        $this->app(config: ['database.redis.client' => $client] + $config);
        $this->lock('laravel', 'k:1')->get();
        $this->server->call('SELECT', (string) $database);
        $keys = $this->server->keys();
        $this->assertCount(1, $keys);
        $this->lock('laravel', 'k:1')->forceRelease();

        $lock = $this->lock('redis', 'k:1');
        $see = function (string $after) use ($keys): void {
            $this->assertSame($keys, $this->server->keys(), $after);
        };
        $this->assertTrue($lock->get());
        $see('get');
        $this->assertFalse($this->lock('redis', 'k:1')->get());
        $see('a refused get');
        $this->assertTrue($lock->refresh());
        $see('refresh');
        $this->assertTrue($lock->isOwnedByCurrentProcess() && $lock->isLocked());
        $see('isLocked');
        $this->assertTrue($lock->release());
        $this->assertSame([], $this->server->keys());

        $this->lock('redis', 'k:1')->get(fn () => $see('the callback'));
        $this->lock('redis', 'k:1')->block(1, fn () => $see('the callback of block'));
        $this->lock('redis', 'k:1')->get();
        $this->lock('redis', 'k:1')->forceRelease();
        $this->assertSame([], $this->server->keys());
        $this->lock('redis', 'k:1')->get();
        $this->assertTrue($this->restore('redis', $this->server->call('GET', $keys[0]), 'k:1')->release());
        $this->assertSame([], $this->server->keys());
        $this->assertSame(0, $this->elsewhere($database));
    }

    /** How many keys there are in the other databases. */
    private function elsewhere(int $database): int
    {
        return array_sum(array_map(function (int $other) use ($database): int {
            $this->server->call('SELECT', (string) $other);

            return $other === $database ? 0 : $this->server->call('DBSIZE');
        }, range(0, 15)));
    }

    public function testWhoWaitsAndTheNumbersOfTheGuardStandBesideTheKey(): void
    {
        $app = $this->app(config: ['database.redis.options.prefix' => 'all_']);
        $store = $app->make('cache')->store('redis')->getStore();
        $store->redisLock('k', ttl: 30, fencing: true)->withLock(function (): void {
            $waiter = fork_child(function (): int {
                $this->app(config: ['database.redis.options.prefix' => 'all_']);

                return $this->lock('redis')->block(30) ? 0 : 1;
            });
            $this->assertTrue(wait_until(fn (): bool => count($this->server->keys()) === 3), implode(' ', $this->server->keys()));
            foreach ($this->server->keys() as $key) {
                $this->assertStringStartsWith('all_' . $this->key(), $key);
            }
            send_signal($waiter, SIGKILL);
            $this->assertSame(-SIGKILL, wait_child($waiter));
        });
    }

    public function testTheDatabaseFollowsAChangeOfTheStoresConnection(): void
    {
        $app = $this->app();
        $store = clone $app->make('cache')->store('redis')->getStore(); // as the session's handler does
        $this->assertTrue($store->lock('k')->get());
        $store->setLockConnection('queue');

        $this->assertTrue($store->lock('k')->get());
        $this->server->call('SELECT', '9');
        $this->assertSame([$this->key()], $this->server->keys());
        $this->assertFalse($this->lock('redis')->get());
    }

    public function testNoDumpOfALockShowsThePassword(): void
    {
        $this->app(['password' => 'geheim']);
        ob_start();
        var_dump($this->lock('redis'));

        $this->assertStringNotContainsString('geheim', ob_get_clean() . print_r($this->lock('redis'), true));
    }

    public function testFlushLocksEmptiesTheDatabaseOfTheLocksOnly(): void
    {
        $app = $this->app(config: ['cache.stores.redis.lock_connection' => 'queue']);
        $store = $app->make('cache')->store('redis')->getStore();
        method_exists($store, 'flushLocks') ?: $this->markTestSkipped('this Laravel has no Cache::flushLocks()');
        $app->make('cache')->put('value', 'v', 60);
        $lock = $this->lock('redis');
        $lock->get();
        $this->assertTrue($store->flushLocks());

        $this->assertFalse($lock->release());
        $this->assertSame('v', $app->make('cache')->get('value'));
    }

    protected function tearDown(): void
    {
        $this->server->call('SELECT', '0');
        parent::tearDown();
    }
}
