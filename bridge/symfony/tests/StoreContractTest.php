<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use Symfony\Component\Lock\PersistingStoreInterface;

/** The store against Symfony's own tests of stores. */
final class StoreContractTest extends StoreTestCase
{
    use WithServer;

    protected function getStore(): PersistingStoreInterface
    {
        return $this->store();
    }
}
