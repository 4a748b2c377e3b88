<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

use InvalidArgumentException;

/** A setting of config/database.php that the extension cannot do as it says. Nothing was sent. */
final class UnusableSettingException extends InvalidArgumentException
{
    /** @param string $setting as in config('database.redis.…'), with dots */
    public static function of(string $setting, string $why): self
    {
        return new self("The Redis setting [$setting] is of no use for locks: $why.");
    }

    public static function unknown(string $setting): self
    {
        return self::of($setting, 'redis_lock does not know it; if locks can do without it, name it in config(\'redis_lock.ignore\')');
    }
}
