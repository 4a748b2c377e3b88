<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Tests;

/** A message of the tests. */
final class Work
{
    public function __construct(public readonly string $name) {}
}
