<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Serializer\LockKeyNormalizer;
use Symfony\Component\Lock\Store\RedisStore;

/** A Key carries its lock to another process, and back into this one through fork. */
final class HandOverTest extends TestCase
{
    use WithServer;

    private function handedOver(Key $key): Key
    {
        return unserialize(serialize($key));
    }

    public function testAnotherStoreReleasesASerialisedKey(): void
    {
        $key = new Key('k');
        $this->store()->save($key);
        $received = $this->handedOver($key);
        self::assertTrue($this->store()->exists($received));
        $this->store()->delete($received);
        self::assertSame([], self::$server->keys());
    }

    public function testAnotherStoreRenewsASerialisedKey(): void
    {
        $key = new Key('k');
        $this->store()->save($key);
        $token = self::$server->call('GET', 'k');
        $received = $this->handedOver($key);
        $received->resetLifetime();
        $this->store()->putOffExpiration($received, 100);
        self::assertEqualsWithDelta(100, self::ttl('k'), 5);
        $this->store()->save($received);
        self::assertSame($token, self::$server->call('GET', 'k'));
        self::assertEqualsWithDelta(100, self::ttl('k'), 5, 'a restored lease is never shortened');
    }

    public function testALockMadeFromASerialisedKeyGoesOnWithIt(): void
    {
        $key = new Key('k');
        $this->factory()->createLockFromKey($key, 50, false)->acquire();
        $lock = $this->factory()->createLockFromKey($this->handedOver($key), 50, false);
        self::assertTrue($lock->acquire());
        self::assertTrue($lock->isAcquired());
        $lock->release();
        self::assertSame([], self::$server->keys());
    }

    public function testALostKeyIsAcquiredAfreshWhereItArrives(): void
    {
        $key = new Key('k');
        $this->store()->save($key);
        self::$server->call('DEL', 'k');
        $received = $this->handedOver($key);
        $received->resetLifetime();
        $this->store()->save($received);
        self::assertNotSame($key->getState(RedisLockStore::class), $received->getState(RedisLockStore::class));
        self::assertSame(self::$server->call('GET', 'k'), $received->getState(RedisLockStore::class));
    }

    public function testAKeyWhoseLockWasTakenMeanwhileIsAConflict(): void
    {
        $key = new Key('k');
        $this->store()->save($key);
        self::$server->call('SET', 'k', 'someone');
        $received = $this->handedOver($key);
        self::assertInstanceOf(LockConflictedException::class, self::thrownBy(fn () => $this->store()->putOffExpiration($received, 50)));
        $received = $this->handedOver($key);
        self::assertInstanceOf(LockConflictedException::class, self::thrownBy(fn () => $this->store()->save($received)));
        $this->store()->delete($this->handedOver($key));
        self::assertSame('someone', self::$server->call('GET', 'k'));
    }

    public function testASecondProcessReleasesWhatTheFirstLeft(): void
    {
        $code = <<<'PHP'
            require '%s/bootstrap.php';
            $key = new Symfony\Component\Lock\Key('k');
            (new RedisLock\Symfony\LockFactory(new RedisLock\Symfony\RedisLockStore('%s')))->createLockFromKey($key, 50, false)->acquire();
            echo base64_encode(serialize($key));
            PHP;
        $first = run_php(sprintf($code, __DIR__, self::$server->dsn()));
        self::assertSame([0, ''], [$first['status'], $first['stderr']]);
        self::assertSame(['k'], self::$server->keys());
        $this->store()->delete(unserialize(base64_decode($first['stdout'])));
        self::assertSame([], self::$server->keys());
    }

    public function testAForkedChildLeavesTheLockOfItsParentAlone(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $lock = (new \RedisLock\Symfony\LockFactory($store))->createLockFromKey($key, 50);
        $lock->acquire();
        $token = self::$server->call('GET', 'k');
        $child = fork_child(function () use ($store, $key, $lock): int {
            $seen = [$lock->isAcquired(), thrown(fn () => $lock->refresh(9))];
            $lock->release();
            $again = thrown(fn () => $store->save($key));

            return $seen === [false, LockConflictedException::class] && $again === LockConflictedException::class ? 0 : 1;
        });
        self::assertSame(0, wait_child($child));
        $silent = fork_child(fn (): int => 0); // its destructors run
        self::assertSame(0, wait_child($silent));
        self::assertSame($token, self::$server->call('GET', 'k'));
        self::assertTrue($lock->isAcquired());
        $lock->release();
        self::assertSame([], self::$server->keys());
    }

    public function testAGrantThatWasJustMadeIsNotTheChilds(): void
    {
        [$store, $key] = [$this->store(), new Key('k')];
        $store->save($key);
        $child = fork_child(static fn (): int => thrown(static fn () => $store->putOffExpiration($key, 30.0)) === LockConflictedException::class ? 0 : 1);
        self::assertSame(0, wait_child($child));
    }

    public function testAKeyOfSymfonysOwnStoreIsContentionAndStaysAsItIs(): void
    {
        $redis = new \Redis();
        $redis->connect('127.0.0.1', self::$server->port);
        $theirs = new RedisStore($redis);
        $key = new Key('k');
        $theirs->save($key);
        $received = $this->handedOver($key);
        self::assertFalse($this->store()->exists($received));
        $this->store()->delete($received);
        self::assertTrue($theirs->exists($key), 'it cannot be released here');
        self::assertInstanceOf(LockConflictedException::class, self::thrownBy(fn () => $this->store()->save($received)));
        $theirs->delete($received);
        self::assertFalse($theirs->exists($key), 'its own state was kept');
    }

    public function testANormalisedKeyReleases(): void
    {
        if (!class_exists(LockKeyNormalizer::class)) {
            self::markTestSkipped('No LockKeyNormalizer before Symfony 7.4.');
        }
        $normalizer = new LockKeyNormalizer();
        $key = new Key('k');
        $this->store(fencing: true)->save($key);
        $received = $normalizer->denormalize(json_decode(json_encode($normalizer->normalize($key)), true), Key::class);
        self::assertSame(RedisLockStore::fence($key), RedisLockStore::fence($received));
        $this->store()->delete($received);
        self::assertNull(self::$server->call('GET', 'k'));
    }
}
