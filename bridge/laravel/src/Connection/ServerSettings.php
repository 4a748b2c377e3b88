<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

/** One server, by the names that phpredis and predis give its settings. */
final class ServerSettings
{
    /**
     * @param array<string, mixed> $config
     * @param string $where whose settings they are, for errors
     * @return array<string, mixed> for `connection:`
     */
    public static function read(array $config, string $where): array
    {
        SettingNames::check($config, $where);
        $endpoint = Endpoint::read($config, $where);
        $native = match ($endpoint->kind) {
            'unix' => ['scheme' => 'redis+unix', 'path' => $endpoint->host],
            'tcp' => ['scheme' => 'redis', 'host' => $endpoint->host, 'port' => $endpoint->port],
            'tls' => ['scheme' => 'rediss', 'host' => $endpoint->host, 'port' => $endpoint->port] + TlsSettings::of($config, $where),
        };

        return $native + SessionSettings::database($config, $where) + SessionSettings::read($config, $where);
    }
}
