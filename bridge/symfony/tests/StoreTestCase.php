<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

// Symfony 7.4 publishes what every store must do; before it an equal small base stands in.
class_alias(
    class_exists(\Symfony\Component\Lock\Test\AbstractStoreTestCase::class) ? \Symfony\Component\Lock\Test\AbstractStoreTestCase::class : SmallStoreTestCase::class,
    StoreTestCase::class,
);
