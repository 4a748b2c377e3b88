<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory as SymfonyFactory;
use RedisLock\Symfony\LockFactory;
use RedisLock\Symfony\RedisLockStore;

final class StoreTest extends TestCase
{
    use WithServer;

    public function testTheStateOfAKeyIsTheTokenOnTheServer(): void
    {
        $key = new Key('k');
        $this->store()->save($key);
        self::assertSame(self::$server->call('GET', 'k'), $key->getState(RedisLockStore::class));
    }

    public function testSavingAHeldKeyRenewsIt(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        $token = self::$server->call('GET', 'k');
        self::$server->call('PEXPIRE', 'k', 1000);
        $store->save($key);
        self::assertSame($token, self::$server->call('GET', 'k'));
        self::assertGreaterThan(20, self::ttl('k'));
    }

    public function testSavingALostKeyAcquiresAfreshAndWritesTheNewToken(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        $token = $key->getState(RedisLockStore::class);
        self::$server->call('DEL', 'k');
        $store->save($key);
        self::assertNotSame($token, $key->getState(RedisLockStore::class));
        self::assertSame(self::$server->call('GET', 'k'), $key->getState(RedisLockStore::class));
    }

    public function testAKeyWhoseLockWasTakenIsAConflictAndHasNoStateAfterIt(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        self::$server->call('SET', 'k', 'someone');
        self::assertInstanceOf(LockConflictedException::class, self::thrownBy(fn () => $store->save($key)));
        self::assertFalse($key->hasState(RedisLockStore::class));
        self::assertSame('someone', self::$server->call('GET', 'k'));
    }

    public function testAcquireIsOneRequestAndReleaseAnother(): void
    {
        $lock = $this->factory()->createLock('k', 20);
        $lock->acquire(); // connects, and loads the scripts
        $lock->release();
        $this->assertRequests(['SET', 'EVALSHA'], function () use ($lock): void {
            self::assertTrue($lock->acquire());
            $lock->release();
        });
        self::assertSame([], self::$server->keys());
    }

    public function testALockLivesAsLongAsItsFactoryWasTold(): void
    {
        $this->factory(initialTtl: 300.0)->createLock('k', 20, false)->acquire();
        self::assertEqualsWithDelta(20, self::ttl('k'), 5);
        $this->factory(initialTtl: 300.0)->createLock('without', null, false)->acquire();
        self::assertEqualsWithDelta(300, self::ttl('without'), 5);
    }

    public function testAKeyOfWhichNoTtlIsSaidAnyMoreLivesTheInitialOne(): void
    {
        $key = new Key('k');
        $factory = new LockFactory(new RedisLockStore(self::$server->dsn(), 50));
        $factory->createLockFromKey($key, 5, false);
        $factory->createLockFromKey($key, null, false)->acquire();
        self::assertEqualsWithDelta(50, self::ttl('k'), 5);
    }

    public function testAFactoryOfSymfonysLengthensTheFirstGrant(): void
    {
        $lock = (new SymfonyFactory($this->store()))->createLock('k', 300, false);
        self::assertTrue($lock->acquire());
        self::assertEqualsWithDelta(300, self::ttl('k'), 5);
        self::assertEqualsWithDelta(297, $lock->getRemainingLifetime(), 3);
    }

    public function testARefreshWithAnotherTtlAsksTheServer(): void
    {
        $lock = $this->factory()->createLock('k', 20);
        $lock->acquire();
        $lock->refresh(200);
        self::assertEqualsWithDelta(200, self::ttl('k'), 5);
        self::assertEqualsWithDelta(197, $lock->getRemainingLifetime(), 4);
    }

    public function testAGrantThatIsNoMomentOldIsRenewedHoweverLongItsTtl(): void
    {
        $store = $this->store();
        $key = new Key('k');
        $store->expect($key, 3000);
        $store->save($key);
        usleep(150_000); // longer than the moment in which acquire() refreshes
        self::$server->call('PEXPIRE', 'k', 3000);
        $store->putOffExpiration($key, 3000);
        self::assertEqualsWithDelta(3000, self::ttl('k'), 5);
    }

    public function testALaterRefreshWithTheSameTtlAsksTheServer(): void
    {
        $lock = $this->factory()->createLock('k', 20);
        $lock->acquire();
        self::$server->call('PEXPIRE', 'k', 3000);
        $lock->refresh();
        self::assertGreaterThan(10, self::ttl('k'));
    }

    public function testARefreshAfterALossIsAConflict(): void
    {
        $lock = $this->factory()->createLockFromKey($key = new Key('k'), 20);
        $lock->acquire();
        self::$server->call('DEL', 'k');
        self::assertInstanceOf(LockConflictedException::class, self::thrownBy(fn () => $lock->refresh()));
        self::assertSame(0, self::$server->call('EXISTS', 'k'));
        self::assertFalse($key->hasState(RedisLockStore::class));
    }

    public function testARefreshOfWhatWasNeverHeldIsAConflict(): void
    {
        $this->otherHolds('k');
        $this->expectException(LockConflictedException::class);
        $this->store()->putOffExpiration(new Key('k'), 20);
    }

    /** @dataProvider wrongTtls */
    #[DataProvider('wrongTtls')]
    public function testAWrongTtlIsRefusedAndChangesNothing(float $ttl): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        $token = self::$server->call('GET', 'k');
        self::assertInstanceOf(InvalidTtlException::class, self::thrownBy(fn () => $store->putOffExpiration($key, $ttl)));
        self::assertSame($token, self::$server->call('GET', 'k'));
        self::assertGreaterThan(20, self::ttl('k'));
        self::assertFalse($key->isExpired());
    }

    public static function wrongTtls(): array
    {
        return [[-190.0], [0.0], [\NAN], [\INF], [1e9]];
    }

    public function testATtlThatIsOverAtOnceGivesTheLockBack(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        self::assertInstanceOf(LockExpiredException::class, self::thrownBy(fn () => $store->putOffExpiration($key, 0.000001)));
        self::assertSame(0, self::$server->call('EXISTS', 'k'));
        self::assertFalse($store->exists($key));
    }

    public function testAShorterTtlIsBelievedHereAndItsRestOnTheServerIsRemoved(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        $store->putOffExpiration($key, 0.5);
        self::assertTrue(wait_until(fn (): bool => $key->isExpired()));
        self::assertFalse($store->exists($key));
        self::assertSame(0, self::$server->call('EXISTS', 'k'));
    }

    public function testDeleteLeavesTheLockOfAnotherAloneWithoutAWord(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        self::$server->call('SET', 'k', 'someone');
        $store->delete($key);
        $store->delete(new Key('k'));
        self::assertSame('someone', self::$server->call('GET', 'k'));
        self::assertFalse($store->exists($key));
    }

    public function testAfterADeleteThatWasConfirmedNobodyIsAsked(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        $store->delete($key);
        self::assertSame([], $this->requests(fn () => self::assertFalse($store->exists($key))));
    }

    public function testExistsAsksTheServerAndChangesNothing(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        self::$server->call('PEXPIRE', 'k', 9000);
        self::assertTrue($store->exists($key));
        self::assertLessThanOrEqual(9, self::ttl('k'));
        self::$server->call('SET', 'k', 'someone');
        self::assertFalse($store->exists($key));
    }

    public function testDestructionReleasesUnlessToldNot(): void
    {
        $lock = $this->factory()->createLock('k', 20);
        $lock->acquire();
        $kept = $this->factory()->createLock('kept', 20, false);
        $kept->acquire();
        unset($lock, $kept);
        self::assertSame(['kept'], self::$server->keys());
    }

    public function testScriptsThatTheServerForgotAreNoMatter(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        self::$server->call('SCRIPT', 'FLUSH');
        $store->putOffExpiration($key, 100);
        self::$server->call('SCRIPT', 'FLUSH');
        $store->delete($key);
        self::assertSame([], self::$server->keys());
    }

    public function testAcquireReadIsTheSameLock(): void
    {
        $lock = $this->factory()->createLock('k', 20);
        self::assertTrue($lock->acquireRead());
        self::assertFalse($this->factory()->createLock('k', 20)->acquireRead());
    }

    public function testAPrefixIsPutBeforeTheKeyAndOnlyOnce(): void
    {
        [$store, $key] = [$this->store(prefix: 'app:'), new Key('k')];
        $store->save($key);
        $store->putOffExpiration($key, 100);
        self::assertSame(['app:k'], self::$server->keys());
        $store->delete($key);
        self::assertSame([], self::$server->keys());
    }

    public function testFencesGrowAndTravelWithTheKey(): void
    {
        [$store, $first, $second] = [$this->store(fencing: true), new Key('k'), new Key('k')];
        $store->save($first);
        $received = unserialize(serialize($first));
        $fence = RedisLockStore::fence($received);
        $this->store(fencing: true)->save($received);
        self::assertSame($fence, RedisLockStore::fence($received), 'a renewal keeps it');
        $store->delete($first);
        $store->save($second);
        self::assertGreaterThan(0, $fence);
        self::assertGreaterThan($fence, RedisLockStore::fence($second));
        self::assertNull(RedisLockStore::fence($first));
    }

    public function testWrongSettingsAndResourcesAreToldInSymfonysExceptions(): void
    {
        self::assertInstanceOf(InvalidArgumentException::class, self::thrownBy(fn () => new RedisLockStore('localhost')));
        self::assertInstanceOf(InvalidArgumentException::class, self::thrownBy(fn () => $this->store(initialTtl: 0.0)));
        self::assertInstanceOf(InvalidArgumentException::class, self::thrownBy(fn () => $this->store(wait: -1.0)));
        self::assertInstanceOf(InvalidArgumentException::class, self::thrownBy(fn () => $this->store()->save(new Key(str_repeat('k', 5000)))));
    }

    public function testNoDumpShowsAPassword(): void
    {
        $store = new RedisLockStore('redis://user:geheim@localhost');
        ob_start();
        var_dump($store);
        self::assertStringNotContainsString('geheim', ob_get_clean().print_r($store, true));
    }
}
