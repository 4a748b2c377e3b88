<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

use Illuminate\Support\Arr;

/** The names of settings that a connection of Laravel may have; any other is an error, not silently nothing. */
final class SettingNames
{
    private const USED = [
        'scheme', 'host', 'port', 'path', 'username', 'password', 'database', 'timeout', 'read_timeout', 'read_write_timeout', 'prefix',
        'name', 'context', 'ssl',
    ];
    /** How a client connects, repeats, stores or reads: a lock has its own ways, and no need to know. */
    private const WITHOUT_EFFECT = [
        'alias', 'async_connect', 'backoff_algorithm', 'backoff_base', 'backoff_cap', 'cluster', 'command_retries', 'compression',
        'compression_level', 'failover', 'iterable_multibulk', 'max_retries', 'options', 'pack_ignore_numbers', 'parameters', 'persistent',
        'persistent_id', 'retry', 'retry_interval', 'role', 'scan', 'serializer', 'tcp_keepalive', 'tcp_nodelay', 'throw_errors', 'weight',
    ];

    /**
     * Leaves out settings that the application does not want to be looked at, also those of each server in a list.
     *
     * @param list<string> $ignored with dots
     */
    public static function without(array $config, array $ignored): array
    {
        Arr::forget($config, $ignored);

        foreach (array_filter($config, 'is_array') as $name => $server) {
            $config[$name] = is_int($name) ? self::without($server, $ignored) : $server;
        }

        return $config;
    }

    /**
     * @param array<string, mixed> $config
     * @param list<string> $more names that are used beside the usual ones
     */
    public static function check(array $config, string $where, array $more = []): void
    {
        foreach ($config as $name => $value) {
            if ($value !== null && ! in_array($name, [...self::USED, ...self::WITHOUT_EFFECT, ...$more], true)) {
                throw UnusableSettingException::unknown("$where.$name");
            }
        }
    }
}
