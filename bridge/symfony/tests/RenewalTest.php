<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use Symfony\Component\Lock\Key;

require_once dirname(__DIR__, 3).'/php-tests/support/threads.inc';

/** With autoRenew a lock lives on while its Key does, and the Key learns of it when it asks. */
final class RenewalTest extends TestCase
{
    use WithServer;

    public function testALockOutlivesItsTtl(): void
    {
        $lock = $this->factory(autoRenew: true)->createLock('k', 1.5);
        $lock->acquire();
        self::assertTrue(wait_until(fn (): bool => $lock->isExpired()));
        self::assertTrue(wait_for_renewals(self::$server, 2));
        self::assertTrue($lock->isAcquired());
        self::assertFalse($lock->isExpired(), 'asking brings the lifetime up to date');
    }

    public function testWithoutItTheLockEnds(): void
    {
        $lock = $this->factory()->createLock('k', 0.8);
        $lock->acquire();
        self::assertTrue(wait_until(fn (): bool => $lock->isExpired()));
        self::assertFalse($lock->isAcquired());
    }

    public function testMaxHoldEndsIt(): void
    {
        $lock = $this->factory(autoRenew: true, maxHold: 1.5)->createLock('k', 1.0);
        $lock->acquire();
        self::assertTrue(wait_until(fn (): bool => self::$server->keys() === []));
        self::assertFalse($lock->isAcquired());
    }

    public function testATtlAboveMaxHoldCounts(): void
    {
        $key = new Key('k');
        self::assertTrue($this->factory(autoRenew: true, maxHold: 1.0)->createLockFromKey($key, 20, false)->acquire());
        self::assertGreaterThan(15, self::ttl('k'));
        self::assertTrue($this->factory(autoRenew: true, maxHold: 1.0)->createLockFromKey(unserialize(serialize($key)), 40, false)->acquire());
        self::assertGreaterThan(35, self::ttl('k'));
    }

    public function testRenewalEndsWithTheLock(): void
    {
        $lock = $this->factory(autoRenew: true)->createLock('k', 1.5, false);
        $lock->acquire();
        self::assertTrue(wait_for_renewals(self::$server));
        unset($lock);
        self::assertTrue(wait_until(fn (): bool => self::$server->keys() === []), 'not released, but not renewed either');
    }

    public function testAReleaseEndsIt(): void
    {
        $lock = $this->factory(autoRenew: true)->createLock('k', 1.5);
        $lock->acquire();
        $lock->release();
        $before = renewals(self::$server);
        $probe = $this->factory(autoRenew: true)->createLock('probe', 1.5);
        $probe->acquire();
        self::assertTrue(wait_for_renewals(self::$server, 2));
        self::assertSame(['probe'], self::$server->keys());
        self::assertGreaterThan($before, renewals(self::$server));
    }
}
