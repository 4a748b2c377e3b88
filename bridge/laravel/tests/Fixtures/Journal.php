<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Tests\Fixtures;

/** What jobs of this process did, in order. */
final class Journal
{
    /** @var list<mixed> */
    public static array $lines = [];

    /** What a job does while it runs. */
    public static ?\Closure $during = null;

    public static function run(object $job): void
    {
        self::$lines[] = 'ran';
        if (self::$during) {
            (self::$during)($job);
        }
    }

    public static function forget(): void
    {
        self::$lines = [];
        self::$during = null;
    }
}
