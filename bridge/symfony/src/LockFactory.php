<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory as SymfonyFactory;
use Symfony\Component\Lock\SharedLockInterface;

/**
 * Symfony's factory, which tells the store beforehand how long a lock is to live: so it is granted for exactly that, in one request.
 */
final class LockFactory extends SymfonyFactory
{
    public function __construct(private readonly RedisLockStore $locks)
    {
        parent::__construct($locks);
    }

    public function createLockFromKey(Key $key, ?float $ttl = 300.0, bool $autoRelease = true): SharedLockInterface
    {
        $this->locks->expect($key, $ttl > 0 ? $ttl : null);

        return parent::createLockFromKey($key, $ttl, $autoRelease);
    }
}
