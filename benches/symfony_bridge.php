<?php

declare(strict_types=1);

/* Symfony Lock from Debian's package, and our store for it. */

require_once 'Symfony/Component/Lock/autoload.php';

foreach (['Connection', 'Lease', 'StoreUnavailableException', 'RedisLockStore', 'LockFactory'] as $class) {
    require_once __DIR__ . "/../bridge/symfony/src/$class.php";
}
