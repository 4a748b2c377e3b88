<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use RedisLock\Symfony\LockFactory;
use RedisLock\Symfony\RedisLockStore;

/** One redis-server for the tests of a class, empty before each. */
trait WithServer
{
    protected static \TestServer $server;

    public static function setUpBeforeClass(): void
    {
        self::$server = \TestServer::start();
    }

    public static function tearDownAfterClass(): void
    {
        self::$server->stop();
    }

    protected function setUp(): void
    {
        self::$server->call('FLUSHALL');
    }

    /** Further arguments by name, as in the constructor. */
    protected function store(mixed ...$named): RedisLockStore
    {
        return new RedisLockStore(...$named + ['connection' => self::$server->dsn()]);
    }

    protected function factory(mixed ...$named): LockFactory
    {
        return new LockFactory($this->store(...$named));
    }

    /** Another program's lock on the same key. */
    protected function otherHolds(string $key, float $seconds = 30): void
    {
        self::assertSame('OK', self::$server->call('SET', $key, 'someone', 'NX', 'PX', (int) ($seconds * 1000)));
    }

    /** What the server was asked by a call; the first words of each request. */
    protected function requests(callable $call): array
    {
        // A wait that an earlier test gave up still owes the server its end.
        wait_until(static fn (): bool => str_contains(self::$server->call('INFO', 'clients'), "blocked_clients:0\r\n"));
        $monitor = self::$server->monitor();
        $call();

        return array_map(static fn (string $command): string => explode(' ', $command)[0], $monitor->commands());
    }

    /**
     * Asserts what the server is asked by a call. A refresh is spared only right after its grant, so where the machine
     * stood still in between, the call is made again.
     */
    protected function assertRequests(array $expected, callable $call): void
    {
        for ($try = 1; ($seen = $this->requests($call)) !== $expected && $try < 5; $try++);
        self::assertSame($expected, $seen);
    }

    protected static function ttl(string $key): float
    {
        return self::$server->call('PTTL', $key) / 1000;
    }

    /** What a call throws. */
    protected static function thrownBy(callable $call): \Throwable
    {
        try {
            $call();
        } catch (\Throwable $e) {
            return $e;
        }
        self::fail('Nothing was thrown.');
    }
}
