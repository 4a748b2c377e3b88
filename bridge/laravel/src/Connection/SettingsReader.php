<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

use Closure;
use Illuminate\Support\Arr;

/** Reads where locks go from the application's configuration, when a store first needs it. */
final class SettingsReader
{
    /** @param Closure(string): mixed $config config() of the application */
    public function __construct(private Closure $config)
    {
    }

    /**
     * @param string $name of the connection, a key of config('database.redis') or of its "clusters"
     *
     * @throws UnusableSettingException
     */
    public function read(string $name): ConnectionSettings
    {
        $redis = ($this->config)('database.redis') ?? [];
        $driver = Arr::pull($redis, 'client', 'phpredis');
        $ignored = ($this->config)('redis_lock.ignore') ?? [];
        $instead = ($this->config)('redis_lock.connections') ?? [];

        return (new FrameworkManager($driver, $redis, $ignored, $instead))->settings($name);
    }
}
