<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use PHPUnit\Framework\TestCase;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;

/** What every store of Symfony Lock must do, for versions that do not publish their own tests of it. */
abstract class SmallStoreTestCase extends TestCase
{
    abstract protected function getStore(): PersistingStoreInterface;

    public function testAKeyExistsFromSaveToDelete(): void
    {
        [$store, $key] = [$this->getStore(), new Key('life')];
        $seen = [$store->exists($key)];
        $store->save($key);
        $seen[] = $store->exists($key);
        $store->delete($key);
        $seen[] = $store->exists($key);
        self::assertSame([false, true, false], $seen);
    }

    public function testResourcesAreIndependent(): void
    {
        [$store, $one, $two] = [$this->getStore(), new Key('one'), new Key('two')];
        $store->save($one);
        self::assertFalse($store->exists($two));
        $store->save($two);
        $store->delete($one);
        self::assertSame([false, true], [$store->exists($one), $store->exists($two)]);
    }

    public function testASecondKeyOfTheResourceIsRefusedAndDisturbsNothing(): void
    {
        [$store, $holder, $other] = [$this->getStore(), new Key('same'), new Key('same')];
        $store->save($holder);
        try {
            $store->save($other);
            self::fail('Two keys hold one resource.');
        } catch (LockConflictedException) {
        }
        $store->delete($other);
        self::assertSame([true, false], [$store->exists($holder), $store->exists($other)]);
        $store->delete($holder);
        $store->save($other);
        self::assertSame([false, true], [$store->exists($holder), $store->exists($other)]);
    }

    public function testAKeyMayBeSavedTwice(): void
    {
        [$store, $key] = [$this->getStore(), new Key('twice')];
        $store->save($key);
        $store->save($key);
        self::assertTrue($store->exists($key));
    }
}
