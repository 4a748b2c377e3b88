<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;

/** acquire(true) and waitAndSave(): native, and bounded by the store's setting. */
final class WaitTest extends TestCase
{
    use WithServer;

    public function testAWaitEndsInAConflict(): void
    {
        $this->otherHolds('k');
        $lock = $this->factory(wait: 0.3)->createLock('k', 20);
        $start = hrtime(true);
        $conflict = self::thrownBy(fn () => $lock->acquire(true));
        self::assertInstanceOf(LockConflictedException::class, $conflict);
        self::assertSame('The lock "k" is held by another owner.', $conflict->getMessage());
        self::assertGreaterThanOrEqual(0.3, (hrtime(true) - $start) / 1e9);
        self::assertSame('someone', self::$server->call('GET', 'k'));
    }

    public function testAWaitOfZeroIsOneTry(): void
    {
        $this->otherHolds('k');
        $lock = $this->factory(wait: 0.0)->createLock('k', 20);
        self::assertSame(['SET'], $this->requests(fn () => self::thrownBy(fn () => $lock->acquire(true))));
    }

    public function testAWaitLongerThanTheTtlSucceeds(): void
    {
        $this->otherHolds('k', 2.0);
        $lock = $this->factory(wait: 60.0)->createLock('k', 1.5, false);
        self::assertTrue($lock->acquire(true));
        self::assertFalse($lock->isExpired());
        self::assertGreaterThan(0, $lock->getRemainingLifetime());
    }

    public function testAWaitLongerThanTheLifetimeItsKeyHadSucceeds(): void
    {
        $this->otherHolds('k', 0.4);
        [$store, $key] = [$this->store(), new Key('k')];
        $key->reduceLifetime(0.1);
        $store->waitAndSave($key);
        self::assertFalse($key->isExpired());
        self::assertEqualsWithDelta(30, $key->getRemainingLifetime(), 5);
    }

    public function testAReleaseWakesTheWaiterOfAnotherProcess(): void
    {
        $holder = $this->factory()->createLock('k', 60);
        $holder->acquire();
        $child = fork_child(function (): int {
            $lock = $this->factory(wait: 30.0)->createLock('k', 60);

            return $lock->acquire(true) && $lock->isAcquired() ? 0 : 1;
        });
        // The waiter stands in the queue of the server: nobody polls.
        self::assertTrue(wait_until(fn (): bool => self::$server->calls('blpop') > 0 || str_contains(self::$server->call('CLIENT', 'LIST'), 'cmd=blpop')));
        $holder->release();
        self::assertSame(0, wait_child($child));
    }

    public function testAfterABlockedGrantNothingMoreIsAsked(): void
    {
        $lock = $this->factory()->createLock('k', 20);
        $lock->acquire();
        $lock->release();
        $this->assertRequests(['SET', 'EVALSHA'], function () use ($lock): void {
            $lock->acquire(true);
            $lock->release();
        });
    }
}
