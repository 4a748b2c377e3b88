<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests;

use DomainException;
use Illuminate\Contracts\Cache\LockTimeoutException;
use InvalidArgumentException;
use RedisLock;
use RedisLock\Laravel\CacheLock;
use RedisLock\UnavailableException;

/** What Cache::lock() does, method by method. */
final class CacheLockTest extends TestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $this->app();
    }

    public function testTheStoreGivesANativeLock(): void
    {
        $this->assertInstanceOf(CacheLock::class, $this->lock('redis'));
        $this->assertInstanceOf(CacheLock::class, $this->restore('redis', 'somebody'));
    }

    public function testGetIsTrueOnceAndReleaseFreesTheKey(): void
    {
        $lock = $this->lock('redis');
        $other = $this->lock('redis');

        $this->assertTrue($lock->get());
        $this->assertFalse($other->get());
        $this->assertFalse($other->release());
        $this->assertTrue($lock->release());
        $this->assertFalse($lock->release());
        $this->assertTrue($other->get());
    }

    public function testASecondGetOnAHeldLockIsFalseAndDoesNoHarm(): void
    {
        $lock = $this->lock('redis', seconds: 10);
        $lock->get();
        $left = $this->left($this->key());

        $this->assertFalse($lock->get());
        $this->assertLessThanOrEqual($left, $this->left($this->key()));
        $this->assertTrue($lock->isOwnedByCurrentProcess());
        $this->assertTrue($lock->release());
    }

    public function testASecondGetIsTrueWhereTheKeyWasTakenAway(): void
    {
        $lock = $this->lock('redis');
        $lock->get();
        $this->server->call('DEL', $this->key());

        $this->assertTrue($lock->get());
        $this->assertSame($lock->owner(), $this->server->call('GET', $this->key()));
        $this->assertTrue($lock->release());
    }

    public function testTheServerKeepsTheOwnerAndTheSeconds(): void
    {
        $lock = $this->lock('redis', seconds: 40, owner: 'me');
        $lock->get();

        $this->assertSame('me', $lock->owner());
        $this->assertSame('me', $this->server->call('GET', $this->key()));
        $this->assertGreaterThan(30_000, $this->left($this->key()));
        $this->assertLessThanOrEqual(40_000, $this->left($this->key()));
    }

    public function testWithoutSecondsALockLivesADayAndNotForEver(): void
    {
        $this->lock('redis', seconds: 0)->get();

        $this->assertGreaterThan(86_390_000, $this->left($this->key()));
        $this->assertLessThanOrEqual(86_400_000, $this->left($this->key()));
    }

    public function testSecondsMayBeANumberInAString(): void
    {
        $store = \Illuminate\Container\Container::getInstance()->make('cache')->store('redis');
        $lock = $store->lock('k', '10');
        $this->assertTrue($lock->get());
        $this->assertLessThanOrEqual(10_000, $this->left($this->key()));
        $this->assertTrue($lock->refresh('20'));
        $this->assertGreaterThan(15_000, $this->left($this->key()));
        $this->assertInstanceOf(LockTimeoutException::class, caught(fn () => $store->lock('k')->block('0')));
        $this->assertTrue($store->lock('other', null)->get());

        $this->assertInstanceOf(InvalidArgumentException::class, caught(fn () => $store->lock('k', now())->get()));
    }

    public function testTheTimeWithoutSecondsIsConfigured(): void
    {
        $this->app(config: ['redis_lock.ttl' => 120]);
        $this->lock('redis', seconds: 0)->get();

        $this->assertGreaterThan(110_000, $this->left($this->key()));
        $this->assertLessThanOrEqual(120_000, $this->left($this->key()));
    }

    public function testTheCallbackRunsUnderTheLockWhichIsReleasedThen(): void
    {
        $value = $this->lock('redis')->get(fn (): array => [$this->server->keys(), $this->lock('redis')->get()]);

        $this->assertSame([[$this->key()], false], $value);
        $this->assertSame([], $this->server->keys());
    }

    public function testTheCallbackDoesNotRunWhileAnotherHoldsIt(): void
    {
        $this->lock('redis')->get();

        $this->assertFalse($this->lock('redis')->get(fn () => $this->fail('it ran')));
    }

    public function testTheLockIsReleasedAfterAnExceptionOfTheCallback(): void
    {
        foreach (['get', 'block'] as $method) {
            $arguments = $method === 'get' ? [] : [1];
            try {
                $this->lock('redis')->$method(...[...$arguments, fn () => throw new DomainException($method)]);
                $this->fail('nothing was thrown');
            } catch (DomainException $e) {
                $this->assertSame($method, $e->getMessage());
            }
            $this->assertSame([], $this->server->keys());
        }
    }

    public function testBlockTimesOutWithLaravelsException(): void
    {
        $this->lock('redis')->get();

        $this->expectException(LockTimeoutException::class);
        $this->expectExceptionMessage($this->key());
        $this->lock('redis')->block(1);
    }

    public function testBlockOfZeroIsOneTry(): void
    {
        $this->assertTrue($this->lock('redis')->block(0));
        $this->expectException(LockTimeoutException::class);
        $this->lock('redis')->block(0);
    }

    public function testBlockForWhatIsNoNumberIsAnErrorAndNoWait(): void
    {
        $this->lock('redis')->get();
        foreach (['soon', '', true, new \DateInterval('PT1S')] as $seconds) {
            $this->assertInstanceOf(InvalidArgumentException::class, caught(fn () => $this->lock('redis')->block($seconds)));
        }
        $this->assertInstanceOf(LockTimeoutException::class, caught(fn () => $this->lock('redis')->block(NAN)));
    }

    public function testSecondsBeyondWhatTheServerIsAskedForAreTheLongestAndTheShortest(): void
    {
        $this->assertTrue($this->lock('redis', 'ten years', 315_360_000)->get());
        $this->assertEqualsWithDelta(31_536_000_000, $this->left($this->key('ten years')), 60_000);
        $monitor = $this->server->monitor();
        try {
            $this->lock('redis', 'short', 0.0001)->get();
        } catch (UnavailableException) {
            // on a busy machine its millisecond is over before the grant is here
        }
        $this->assertCount(1, preg_grep('/^set .* PX 1$/i', $monitor->commands()));
        $lock = $this->lock('redis');
        $this->assertTrue($lock->get());
        $this->assertTrue($lock->refresh(PHP_INT_MAX));
        $this->assertEqualsWithDelta(31_536_000_000, $this->left($this->key()), 60_000);
    }

    public function testBlockStandsInTheServersQueueAndAReleaseWakesIt(): void
    {
        $holder = $this->lock('redis', seconds: 60);
        $holder->get();
        $waiter = fork_child(function (): int {
            $this->app();

            return $this->lock('redis', seconds: 60)->betweenBlockedAttemptsSleepFor(60_000)->block(30, fn (): int => 7);
        });
        // It waits blocked on the server: nobody polls.
        $this->assertTrue(wait_until(fn (): bool => str_contains($this->server->call('CLIENT', 'LIST'), 'cmd=blpop')));
        $this->assertTrue($holder->release());

        $this->assertSame(7, wait_child($waiter, 30));
    }

    public function testBlockGivesTheValueOfItsCallback(): void
    {
        $this->assertSame('done', $this->lock('redis')->block(1, fn (): string => 'done'));
        $this->assertSame([], $this->server->keys());
    }

    public function testForceReleaseFreesWhoeverHoldsIt(): void
    {
        $holder = $this->lock('redis');
        $holder->get();
        $this->lock('redis')->forceRelease();

        $this->assertSame([], $this->server->keys());
        $this->assertFalse($holder->release());
    }

    public function testForceReleaseWakesWhoWaits(): void
    {
        $this->lock('redis', seconds: 60)->get();
        $waiter = fork_child(function (): int {
            $this->app();

            return $this->lock('redis', seconds: 60)->block(30, fn (): int => 7);
        });
        $this->assertTrue(wait_until(fn (): bool => str_contains($this->server->call('CLIENT', 'LIST'), 'cmd=blpop')));
        $this->lock('redis')->forceRelease();

        $this->assertSame(7, wait_child($waiter, 30));
    }

    public function testWhoHoldsItIsTold(): void
    {
        $lock = $this->lock('redis', owner: 'me');
        $this->assertFalse($lock->isLocked());
        $this->assertFalse($lock->isOwnedByCurrentProcess());
        $this->assertFalse($lock->isOwnedBy(null));
        $lock->get();

        $other = $this->lock('redis', owner: 'other');
        $this->assertTrue($other->isLocked());
        $this->assertTrue($other->isOwnedBy('me'));
        $this->assertFalse($other->isOwnedByCurrentProcess());
        $this->assertTrue($lock->isOwnedByCurrentProcess());
        $this->assertTrue($this->restore('redis', 'me')->isOwnedByCurrentProcess());
    }

    public function testRefreshStartsTheTimeAnew(): void
    {
        $lock = $this->lock('redis', seconds: 40);
        $lock->get();
        $this->server->call('PEXPIRE', $this->key(), 20_000);

        $this->assertTrue($lock->refresh());
        $this->assertGreaterThan(30_000, $this->left($this->key()));
        $this->assertTrue($lock->refresh(100));
        $this->assertGreaterThan(90_000, $this->left($this->key()));
    }

    public function testRefreshIsFalseForALockThatIsNotOurs(): void
    {
        $lock = $this->lock('redis');
        $this->assertFalse($lock->refresh());
        $lock->get();
        $this->server->call('SET', $this->key(), 'another', 'PX', 60_000);

        $this->assertFalse($lock->refresh(100));
        $this->assertLessThanOrEqual(60_000, $this->left($this->key()));
        $this->assertFalse($lock->release());
        $this->assertSame('another', $this->server->call('GET', $this->key()));
    }

    public function testRefreshOfARestoredLockKeepsAtLeastWhatIsLeft(): void
    {
        $this->app(config: ['redis_lock.ttl' => 50]);
        $lock = $this->lock('redis', seconds: 1000);
        $lock->get();

        $this->assertTrue($this->restore('redis', $lock->owner())->refresh());
        $this->assertGreaterThan(990_000, $this->left($this->key()));
        $this->assertLessThanOrEqual(1_000_000, $this->left($this->key()));
        $this->assertFalse($this->restore('redis', 'another')->refresh());
    }

    public function testRefreshNeverMakesALockEndless(): void
    {
        foreach ([0, -1, null] as $seconds) {
            $lock = $this->lock('redis', seconds: 0);
            $lock->get();
            $this->assertTrue($lock->refresh($seconds));
            $this->assertGreaterThan(86_390_000, $this->left($this->key()));
            $this->assertTrue($this->restore('redis', $lock->owner())->refresh($seconds));
            $this->assertGreaterThan(86_390_000, $this->left($this->key()));
            $lock->release();
        }
    }

    public function testARestoredLockIsReleasedByItsOwnerOnly(): void
    {
        $lock = $this->lock('redis');
        $lock->get();

        $this->assertFalse($this->restore('redis', 'another')->release());
        $this->assertFalse($this->restore('redis', $lock->owner())->get());
        $this->assertTrue($this->restore('redis', $lock->owner())->release());
        $this->assertSame([], $this->server->keys());
    }

    public function testALockOutlivesItsObjectAndTheCleaningAfterAJob(): void
    {
        $this->lock('redis')->get();
        gc_collect_cycles();
        RedisLock::releaseAll();

        $this->assertSame([$this->key()], $this->server->keys());
    }

    public function testALockOutlivesTheProcess(): void
    {
        $this->assertSame(0, wait_child(fork_child(function (): int {
            $this->app();

            return $this->lock('redis')->get() ? 0 : 1;
        })));
        $this->assertSame([$this->key()], $this->server->keys());
    }

    public function testAForkedChildCannotEndTheLockOfItsParent(): void
    {
        $lock = $this->lock('redis');
        $lock->get();
        $child = fork_child(fn (): int => ($lock->release() || $lock->refresh()) ? 1 : 0);

        $this->assertSame(0, wait_child($child));
        $this->assertTrue($lock->release());
    }

    public function testALockThatEndedByOurClockIsStillReleasedOnTheServer(): void
    {
        $lock = $this->lock('redis', seconds: 60);
        $lock->get();
        $lock->refresh(0.5); // lowers what we believe, not what the server keeps
        usleep(600_000);

        $this->assertTrue($lock->release());
        $this->assertSame([], $this->server->keys());
    }

    public function testOtherDataUnderTheKeyIsContention(): void
    {
        $this->server->call('ZADD', $this->key(), '1', 'symfony');
        $lock = $this->lock('redis');

        $this->assertFalse($lock->get());
        $this->assertTrue($lock->isLocked());
        $this->assertFalse($lock->isOwnedByCurrentProcess());
        $this->assertFalse($lock->release());
        $this->assertFalse($lock->refresh());
    }

    public function testAnOwnerThatIsTooLongIsAClearError(): void
    {
        $this->assertTrue($this->lock('redis', 'fits', owner: str_repeat('x', 256))->get());

        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('1 to 256 bytes as it is stored, this one has 257');
        $this->lock('redis', owner: str_repeat('x', 257))->get();
    }

    public function testAnEmptyOwnerIsAClearError(): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->lock('redis', owner: '')->get();
    }

    public function testValuesOfTheStoreAreLaravels(): void
    {
        $cache = $this->app()->make('cache');
        $cache->put('answer', ['a' => 42], 60);
        $this->assertSame(['a' => 42], $cache->store('laravel')->get('answer'));
        $this->assertSame(3, $cache->increment('n', 3));
        $cache->tags(['one'])->put('tagged', 'yes', 60);
        $this->assertSame('yes', $cache->store('laravel')->tags(['one'])->get('tagged'));
    }
}
