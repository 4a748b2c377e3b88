<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

use Symfony\Component\Lock\LockFactory;

final class Autowired
{
    public function __construct(public readonly LockFactory $factory, public readonly LockFactory $invoicesLockFactory) {}
}
