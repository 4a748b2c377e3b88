<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

/** Servers that sentinels name: predis's replication "sentinel", or settings "sentinel_…" of a driver on phpredis. */
final class SentinelSettings
{
    private const OWN = ['sentinel_host', 'sentinel_port', 'sentinel_service', 'sentinel_username', 'sentinel_password', 'sentinel_ssl'];
    /** How the driver speaks to a sentinel: of no matter here. */
    private const WITHOUT_EFFECT = ['sentinel_timeout', 'sentinel_persistent', 'sentinel_retry_interval', 'sentinel_read_timeout'];

    public static function meant(array $config): bool
    {
        return isset($config['sentinel_host']);
    }

    /**
     * For drivers on phpredis that Laravel's community uses, with sentinel_host, sentinel_service and so on.
     *
     * @return array<string, mixed> for `connection:`
     */
    public static function read(array $config, string $where): array
    {
        SettingNames::check($config, $where, [...self::OWN, ...self::WITHOUT_EFFECT]);
        $sentinels = array_map(static fn (string $host): array => [
            'host' => $host,
            'port' => $config['sentinel_port'] ?? null,
            'username' => $config['sentinel_username'] ?? null,
            'password' => $config['sentinel_password'] ?? null,
        ] + (empty($config['sentinel_ssl']) ? [] : ['scheme' => 'tls']), array_values((array) $config['sentinel_host']));
        $node = $config;
        unset($node['host'], $node['port'], $node['path']); // the sentinels know better

        return self::native($sentinels, $config['sentinel_service'] ?? 'mymaster', $node, $where);
    }

    /**
     * For predis: the servers of the connection are the sentinels, the options' parameters are for the nodes.
     *
     * @param list<array<string, mixed>|string> $sentinels
     * @return array<string, mixed> for `connection:`
     */
    public static function readPredis(array $sentinels, ?string $service, array $node, string $where): array
    {
        SettingNames::check($node, "$where.options.parameters");
        $sentinels = array_map(self::parts(...), $sentinels);
        foreach ($sentinels as $i => $sentinel) {
            SettingNames::check($sentinel, "$where.$i");
        }
        if ((string) $service === '') {
            throw UnusableSettingException::of("$where.options.service", 'it is missing: what the sentinels call the primary');
        }

        return self::native($sentinels, $service, $node, $where);
    }

    private static function native(array $sentinels, string $service, array $node, string $where): array
    {
        $hosts = [];
        $kind = Endpoint::read($node, $where)->kind;
        foreach ($sentinels as $i => $sentinel) {
            $endpoint = Endpoint::read($sentinel, "$where.$i", 26379);
            if ($endpoint->kind !== $kind || $kind === 'unix') {
                throw UnusableSettingException::of("$where.$i.scheme", 'sentinels and nodes are reached all by tcp or all by tls');
            }
            $hosts[] = $endpoint->hostAndPort();
        }
        $login = SessionSettings::read(array_intersect_key($sentinels[0], ['username' => 1, 'password' => 1]), $where);

        return ['scheme' => $kind === 'tls' ? 'rediss+sentinel' : 'redis+sentinel', 'hosts' => $hosts, 'service' => $service]
            + ($kind === 'tls' ? TlsSettings::of($node + $sentinels[0], $where) : [])
            + array_filter(['sentinel_user' => $login['user'] ?? null, 'sentinel_password' => $login['password'] ?? null])
            + SessionSettings::database($node, $where)
            + SessionSettings::read($node, $where);
    }

    /** A server of predis written as a URL. */
    private static function parts(array|string $server): array
    {
        if (is_array($server)) {
            return $server;
        }
        $parts = parse_url($server);
        parse_str($parts['query'] ?? '', $query);

        return array_filter([
            'scheme' => $parts['scheme'] ?? null,
            'host' => $parts['host'] ?? null,
            'port' => $parts['port'] ?? null,
            'password' => isset($parts['pass']) ? rawurldecode($parts['pass']) : null,
        ]) + $query;
    }
}
