<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\InvalidArgumentException;

/**
 * Translates connections as Symfony writes them into those of the extension.
 *
 * Plain `redis:`, `rediss:`, `valkey:` and `valkeys:` DSNs are read as Symfony Cache and Lock do. Everything else, arrays and
 * schemes such as `redis+sentinel:`, is the extension's own and stays as it is.
 */
final class Connection
{
    /** Settings of Symfony's clients that have no meaning here: this one is lazy, persistent and reconnects by itself. */
    private const MEANINGLESS = ['class', 'compression', 'failover', 'lazy', 'persistent', 'persistent_id', 'read_buffer', 'relay', 'retry_interval', 'tcp_keepalive'];
    private const TLS = ['cafile' => 'tls_ca', 'local_cert' => 'tls_cert', 'local_pk' => 'tls_key', 'peer_name' => 'tls_name'];

    /**
     * @param array|string|null $connection a DSN, options, or a list of them
     * @param string|null       $prefix     for all of them
     *
     * @throws InvalidArgumentException
     */
    public static function fromSymfony(#[\SensitiveParameter] array|string|null $connection, ?string $prefix = null): array|string|null
    {
        if (\is_array($connection) && array_is_list($connection)) {
            return array_map(static fn (array|string $node) => self::fromSymfony($node, $prefix), $connection);
        }
        if (\is_string($connection) && preg_match('/\s/', $connection)) {
            return self::fromSymfony(preg_split('/\s+/', $connection, -1, \PREG_SPLIT_NO_EMPTY), $prefix);
        }
        if (\is_string($connection) && preg_match('/^(redis|valkey)(s?):/', $connection)) {
            $connection = self::options($connection);
        }
        if ($prefix === null || $prefix === '') {
            return $connection;
        }

        return match (true) {
            \is_array($connection) => ['prefix' => $prefix] + $connection,
            \is_string($connection) => $connection.(str_contains($connection, '?') ? '&' : '?').'prefix='.rawurlencode($prefix),
            default => throw new InvalidArgumentException('A prefix needs a connection: without one the whole of it, and the prefix, is the extension\'s setting (redis_lock.prefix).'),
        };
    }

    private static function options(#[\SensitiveParameter] string $dsn): array
    {
        preg_match('#^(?:redis|valkey)(s?):(?://)?(?:(?:(?<user>[^:@/?]*):)?(?<password>[^@/?]*)@)?(?<rest>[^?]*)(?:\?(?<query>.*))?$#s', $dsn, $parts)
            || throw new InvalidArgumentException('The DSN is none that Symfony reads.');
        // A plus is a plus here, as in the extension's own DSNs.
        parse_str(str_replace('+', '%2B', $parts['query'] ?? ''), $query);
        $options = self::place($parts['rest'])
            + ['scheme' => $parts[1] === '' ? 'redis' : 'rediss']
            + self::login(rawurldecode($parts['user']), rawurldecode($parts['password']));

        return self::settings($query, $options);
    }

    /** Host and port, or the path of a socket, and the database after it. */
    private static function place(string $rest): array
    {
        $path = strstr($rest, '/') ?: '';
        $host = substr($rest, 0, \strlen($rest) - \strlen($path));
        $options = preg_match('#/(\d+)$#', $path, $found) ? ['db' => (int) $found[1]] : [];
        if ($host === '') {
            $socket = rawurldecode(preg_replace('#/\d*$#', '', $path));

            return $socket === '' ? $options : ['scheme' => 'redis+unix', 'path' => $socket] + $options;
        }
        if (!$options && trim($path, '/') !== '') {
            throw new InvalidArgumentException('After the host of a DSN comes the number of the database, and nothing else.');
        }
        preg_match('/^(.*?)(?::(\d+))?$/', $host, $found);

        return $options + ['host' => rawurldecode($found[1])] + (isset($found[2]) ? ['port' => (int) $found[2]] : []);
    }

    /** Symfony takes a lone word before the @ for the password. */
    private static function login(#[\SensitiveParameter] string $user, #[\SensitiveParameter] string $password): array
    {
        return ($user === '' ? [] : ['user' => $user]) + ($password === '' ? [] : ['password' => $password]);
    }

    private static function settings(#[\SensitiveParameter] array $query, #[\SensitiveParameter] array $options): array
    {
        $sentinel = $query['sentinel'] ?? $query['sentinel_master'] ?? $query['redis_sentinel'] ?? null;
        $cluster = filter_var($query['cluster'] ?? $query['redis_cluster'] ?? false, \FILTER_VALIDATE_BOOLEAN);
        $auth = (array) ($query['auth'] ?? []);
        $hosts = array_map('strval', array_keys($query['host'] ?? []));
        if (isset($query['dbindex'])) {
            $options['db'] ??= (int) $query['dbindex'];
        }
        // Symfony's timeout is that of connecting, the extension's that of a request: it bounds both here.
        if ((float) ($query['timeout'] ?? 0) > 0) { // 0 is no limit to Symfony; a lock has always one, the extension's default then
            $options += ['connect_timeout' => (float) $query['timeout'], 'timeout' => (float) ($query['read_timeout'] ?? 0) ?: (float) $query['timeout']];
        } elseif ((float) ($query['read_timeout'] ?? 0) > 0) {
            $options['timeout'] = (float) $query['read_timeout'];
        }
        $options = self::tls((array) ($query['ssl'] ?? []), $options);
        [$user, $password] = \count($auth) > 1 ? array_values($auth) : ['', $auth[0] ?? ''];
        $options += isset($options['password']) ? [] : self::login($user, $password);
        if ($sentinel !== null) {
            $options += array_filter(['sentinel_user' => $user, 'sentinel_password' => $password]);
        }
        $known = ['sentinel', 'sentinel_master', 'redis_sentinel', 'cluster', 'redis_cluster', 'auth', 'host', 'dbindex', 'timeout', 'read_timeout', 'ssl'];

        return self::hosts($hosts, $sentinel, $cluster, $options) + array_diff_key($query, array_flip([...$known, ...self::MEANINGLESS]));
    }

    /** Several hosts are sentinels or nodes of a cluster; Symfony also shards over them, which is no lock. */
    private static function hosts(array $hosts, ?string $sentinel, bool $cluster, #[\SensitiveParameter] array $options): array
    {
        if (isset($options['host'])) {
            array_unshift($hosts, $options['host'].(isset($options['port']) ? ':'.$options['port'] : ''));
        }
        if ($sentinel !== null || $cluster) {
            unset($options['host'], $options['port']);
            $options['scheme'] .= $sentinel !== null ? '+sentinel' : '+cluster';

            return $options + ['hosts' => $hosts] + ($sentinel !== null ? ['service' => $sentinel] : []);
        }
        if (\count($hosts) > 1) {
            throw new InvalidArgumentException('Several hosts in one DSN are sentinels ("&sentinel=NAME") or nodes of a cluster ("&cluster=1"); for independent servers that grant by majority pass a list of DSNs.');
        }
        if ($hosts && !isset($options['host'])) {
            preg_match('/^(.*?)(?::(\d*))?$/', $hosts[0], $found);
            $options = ($found[2] ?? null) === '' || str_starts_with($found[1], '/')
                ? ['scheme' => 'redis+unix', 'path' => $found[1]] + $options
                : $options + ['host' => $found[1]] + (isset($found[2]) ? ['port' => (int) $found[2]] : []);
        }

        return $options;
    }

    /** The options of PHP's TLS streams, as far as they are paths and names. */
    private static function tls(array $ssl, #[\SensitiveParameter] array $options): array
    {
        foreach (['verify_peer', 'verify_peer_name'] as $name) {
            if (isset($ssl[$name]) && !filter_var($ssl[$name], \FILTER_VALIDATE_BOOLEAN)) {
                throw new InvalidArgumentException(sprintf('"ssl[%s]=0" is not possible: the server\'s certificate is always verified. Name the file of its authority in "ssl[cafile]", and its name in "ssl[peer_name]".', $name));
            }
        }
        if (filter_var($ssl['allow_self_signed'] ?? false, \FILTER_VALIDATE_BOOLEAN)) {
            throw new InvalidArgumentException('"ssl[allow_self_signed]=1" is not possible: the server\'s certificate is always verified. Name it, or its authority, in "ssl[cafile]".');
        }
        foreach (self::TLS as $theirs => $ours) {
            if (isset($ssl[$theirs])) {
                $options[$ours] = $ssl[$theirs];
            }
        }

        return $options;
    }
}
