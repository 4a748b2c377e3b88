<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

/** Who asks, for how long, and under which prefix: what any kind of connection has, by the extension's names. */
final class SessionSettings
{
    private const LONGEST = 86_400; // seconds, what the extension takes

    /** @return array<string, mixed> */
    public static function read(array $config, string $where): array
    {
        return self::credentials($config)
            + self::seconds('connect_timeout', $config, ['timeout'], $where)
            + self::seconds('timeout', $config, ['read_timeout', 'read_write_timeout'], $where)
            + self::text('prefix', $config['prefix'] ?? null)
            + self::text('client_name', $config['name'] ?? null);
    }

    public static function database(array $config, string $where): array
    {
        $database = $config['database'] ?? 0;
        if (! is_numeric($database) || (int) $database < 0) {
            throw UnusableSettingException::of("$where.database", 'it is no number');
        }

        return ['db' => (int) $database];
    }

    /** Without a password nobody authenticates, as in Laravel, whatever the user name. */
    private static function credentials(array $config): array
    {
        $password = $config['password'] ?? $config['context']['auth'] ?? '';
        $user = $config['username'] ?? '';
        if (is_array($password)) {
            [$user, $password] = count($password) > 1 ? array_values($password) : ['', ...array_values($password)];
        }
        if ((string) $password === '') {
            return [];
        }

        return ['password' => (string) $password] + self::text('user', $user);
    }

    /** None, and less than nothing, is no limit for the clients; a lock has always one, the extension's default then. */
    private static function seconds(string $name, array $config, array $settings, string $where): array
    {
        foreach ($settings as $setting) {
            $value = $config[$setting] ?? '';
            if ($value === '') {
                continue;
            }
            if (! is_numeric($value)) {
                throw UnusableSettingException::of("$where.$setting", 'it is no number of seconds');
            }

            return $value > 0 ? [$name => max(0.001, min((float) $value, self::LONGEST))] : [];
        }

        return [];
    }

    private static function text(string $name, mixed $value): array
    {
        return (string) $value === '' ? [] : [$name => (string) $value];
    }
}
