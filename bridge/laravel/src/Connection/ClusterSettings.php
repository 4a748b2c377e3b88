<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

use Illuminate\Support\Arr;

/** A cluster of Redis: some of its nodes, and options that hold for all of them. */
final class ClusterSettings
{
    /**
     * @param list<array<string, mixed>|string> $nodes
     * @param array<string, mixed> $options
     * @return array<string, mixed> for `connection:`
     */
    public static function read(array $nodes, array $options, string $where): array
    {
        SettingNames::check($options, "$where.options");
        $hosts = $kinds = [];
        foreach ($nodes as $i => $node) {
            $node = is_string($node) ? ['host' => $node] : $node;
            SettingNames::check($node, "$where.$i");
            if (SessionSettings::database($node, "$where.$i")['db'] !== 0) {
                throw UnusableSettingException::of("$where.$i.database", 'a cluster has database 0 only');
            }
            $endpoint = Endpoint::read($node, "$where.$i");
            $hosts[] = $endpoint->hostAndPort();
            $kinds[$endpoint->kind] = true;
        }
        if (count($kinds) !== 1 || isset($kinds['unix'])) {
            throw UnusableSettingException::of("$where.0.scheme", 'the nodes of a cluster are reached all by tcp or all by tls');
        }
        // What holds for all stands in the options; a prefix of a node means nothing to the clients.
        $config = $options + (is_array($nodes[0]) ? Arr::except($nodes[0], 'prefix') : []);

        return ['scheme' => isset($kinds['tls']) ? 'rediss+cluster' : 'redis+cluster', 'hosts' => $hosts]
            + (isset($kinds['tls']) ? TlsSettings::of($config, $where) : [])
            + SessionSettings::read($config, $where);
    }
}
