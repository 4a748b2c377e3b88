<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use RedisLock\Symfony\LockFactory;
use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\StoreUnavailableException;
use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Key;

/** What Redis cannot serve is never contention, and contention never an outage. */
final class OutageTest extends TestCase
{
    private \TestServer $server;

    protected function setUp(): void
    {
        $this->server = \TestServer::start();
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    private function store(string $query = 'timeout=0.3&connect_timeout=0.3', mixed ...$named): RedisLockStore
    {
        return new RedisLockStore($this->server->dsn($query), ...$named);
    }

    private static function thrownBy(callable $call): \Throwable
    {
        try {
            $call();
        } catch (\Throwable $e) {
            return $e;
        }
        self::fail('Nothing was thrown.');
    }

    private function assertOutage(callable $call, string $inner = \RedisLock\UnavailableException::class): void
    {
        $e = self::thrownBy($call);
        self::assertInstanceOf(StoreUnavailableException::class, $e);
        self::assertInstanceOf(ExceptionInterface::class, $e);
        self::assertNotInstanceOf(LockConflictedException::class, $e);
        self::assertInstanceOf($inner, $e->getPrevious());
    }

    private function assertEveryCallSaysOutage(RedisLockStore $store, Key $held): void
    {
        $this->assertOutage(fn () => $store->exists($held));
        $this->assertOutage(fn () => $store->putOffExpiration($held, 50));
        $this->assertOutage(fn () => $store->save($held));
        $this->assertOutage(fn () => $store->save(new Key('other')));
        $this->assertOutage(fn () => $store->waitAndSave(new Key('other')));
        $this->assertOutage(fn () => $store->delete($held));
    }

    public function testAKilledServer(): void
    {
        [$store, $held] = [$this->store(wait: 0.1), new Key('k')];
        $store->save($held);
        $this->server->stop();
        $this->assertEveryCallSaysOutage($store, $held);
    }

    public function testAFrozenServer(): void
    {
        [$store, $held] = [$this->store(wait: 0.1), new Key('k')];
        $store->save($held);
        $this->server->freeze();
        $this->assertEveryCallSaysOutage($store, $held);
        $this->server->thaw();
    }

    public function testARefusalOfTheServer(): void
    {
        $this->server->call('CONFIG', 'SET', 'maxmemory', '1');
        $this->assertOutage(fn () => $this->store()->save(new Key('k')), \RedisLock\ServerException::class);
    }

    public function testAWrongPasswordAndAReplicaAreToldByName(): void
    {
        $primary = \TestServer::start();
        $this->server->call('REPLICAOF', '127.0.0.1', $primary->port);
        $code = fn (): string => self::thrownBy(fn () => $this->store()->save(new Key('k')))->getPrevious()->getServerCode();
        self::assertSame('READONLY', $code());
        $this->server->call('REPLICAOF', 'NO', 'ONE');
        $this->server->call('CONFIG', 'SET', 'requirepass', 'geheim');
        $this->server->call('AUTH', 'geheim');
        self::assertContains(self::thrownBy(fn () => $this->store('client_name=new')->save(new Key('k')))->getPrevious()->getServerCode(), ['NOAUTH', 'WRONGPASS']);
    }

    public function testAGrantThatComesAfterItsTtlIsNone(): void
    {
        $lock = (new LockFactory($this->store('timeout=20')))->createLock('k', 0.8, false);
        $lock->acquire();
        $lock->release();
        $this->server->freeze();
        $thaw = start_program(['sh', '-c', 'sleep 2; kill -CONT "$0"', (string) $this->server->pid], []);
        $e = self::thrownBy(fn () => $lock->acquire());
        self::assertInstanceOf(LockAcquiringException::class, $e);
        self::assertInstanceOf(StoreUnavailableException::class, $e->getPrevious());
        self::assertTrue((new LockFactory($this->store('timeout=20')))->createLock('k', 20)->acquire(), 'nothing is left of it');
        proc_close($thaw);
    }

    public function testWhatTheUserOfALockSees(): void
    {
        $this->server->call('SET', 'taken', 'someone');
        $factory = new LockFactory($this->store(wait: 0.1));
        self::assertFalse($factory->createLock('taken')->acquire());
        self::assertInstanceOf(LockConflictedException::class, self::thrownBy(fn () => $factory->createLock('taken')->acquire(true)));
        $held = $factory->createLock('held', 300, false);
        $held->acquire();
        $this->server->stop();
        foreach ([false, true] as $blocking) {
            $e = self::thrownBy(fn () => $factory->createLock('taken')->acquire($blocking));
            self::assertInstanceOf(LockAcquiringException::class, $e);
            self::assertInstanceOf(StoreUnavailableException::class, $e->getPrevious());
        }
        self::assertInstanceOf(LockAcquiringException::class, self::thrownBy(fn () => $held->refresh()));
        self::assertInstanceOf(LockReleasingException::class, self::thrownBy(fn () => $held->release()));
    }

    public function testAReleaseWithoutAnswerMayBeRepeated(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        $this->server->freeze();
        $this->assertOutage(fn () => $store->delete($key));
        self::assertTrue($key->hasState(RedisLockStore::class));
        $this->server->thaw();
        $store->delete($key);
        self::assertSame([], $this->server->keys());
    }

    public function testAGrantWithoutAnswerIsNotInTheWayOfTheNextTryOfTheSameLock(): void
    {
        $proxy = \TestProxy::start($this->server);
        $store = new RedisLockStore($proxy->dsn());
        $lock = (new LockFactory($store))->createLock('k', 50);
        $proxy->eatNextReply('SET');
        $e = self::thrownBy(fn () => $lock->acquire());
        self::assertInstanceOf(\RedisLock\UncertainException::class, $e->getPrevious()->getPrevious());
        // The grant is there, unless the extension has cleaned it up meanwhile.
        self::assertTrue($lock->acquire());
        self::assertSame(['k'], $this->server->keys());
        $lock->release();
        self::assertSame([], $this->server->keys());
    }

    public function testAGrantWithoutAnswerCanBeReleased(): void
    {
        $proxy = \TestProxy::start($this->server);
        [$store, $key] = [new RedisLockStore($proxy->dsn()), new Key('k')];
        $proxy->eatNextReply('SET');
        $this->assertOutage(fn () => $store->save($key), \RedisLock\UncertainException::class);
        $store->delete($key);
        self::assertSame([], $this->server->keys());
    }

    public function testARestartLosesTheLockAndIsAConflictNotAnOutage(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        $this->server->restart();
        self::assertInstanceOf(LockConflictedException::class, self::thrownBy(fn () => $store->putOffExpiration($key, 50)));
        $store->delete($key);
        $store->save($key);
        self::assertSame(['k'], $this->server->keys());
    }
}
