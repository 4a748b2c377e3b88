<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Queue;

use RedisLock\Lock;
use WeakMap;

/** The locks under which a job runs now. Not in the job itself, which must stay serialisable. */
final class GuardLocks
{
    /** @var WeakMap<object, array<string, Lock>>|null */
    private static ?WeakMap $locks = null;

    public static function add(object $job, string $key, Lock $lock): void
    {
        self::$locks ??= new WeakMap();
        self::$locks[$job] = [$key => $lock] + (self::$locks[$job] ?? []);
    }

    public static function remove(object $job, string $key): void
    {
        $left = self::$locks[$job];
        unset($left[$key]);
        self::$locks[$job] = $left;
    }

    /** @param string|null $key null: the innermost one */
    public static function of(object $job, ?string $key = null): ?Lock
    {
        $locks = self::$locks[$job] ?? [];

        return $key === null ? (reset($locks) ?: null) : $locks[$key] ?? null;
    }
}
