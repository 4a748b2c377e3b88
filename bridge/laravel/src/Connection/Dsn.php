<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

/** Settings of one server as a DSN, which the extension reads faster than an array: each lock brings its own. */
final class Dsn
{
    /** What is no single server of an ordinary name stays as it is. */
    public static function of(array|string $native): array|string
    {
        if (is_string($native) || ! in_array($native['scheme'] ?? '', ['redis', 'rediss', 'redis+unix'], true)) {
            return $native;
        }
        $query = array_diff_key($native, array_flip(['scheme', 'host', 'port', 'path', 'db', 'user', 'password']));
        if ($native['scheme'] === 'redis+unix') {
            $place = implode('/', array_map(rawurlencode(...), explode('/', $native['path'])));
            $query = ['db' => $native['db']] + $query;
        } elseif (preg_match('/^[\w.-]+$/', $native['host'])) {
            $place = "{$native['host']}:{$native['port']}/{$native['db']}";
        } else {
            return $native;
        }
        $login = isset($native['password']) ? rawurlencode($native['user'] ?? '') . ':' . rawurlencode($native['password']) . '@' : '';

        return "{$native['scheme']}://$login$place" . ($query ? '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986) : '');
    }
}
