<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

use Illuminate\Redis\Connectors\PhpRedisConnector;
use Illuminate\Support\Arr;

/** Stops where the framework would make a phpredis client, and tells what it would have been made with. */
final class PhpRedisReader extends PhpRedisConnector
{
    private array $servers = [];

    /** @param list<string> $ignored */
    public function __construct(private string $driver, private string $where, private array $ignored, private array|string|null $instead)
    {
    }

    public function connect(array $config, array $options)
    {
        return parent::connect($config, $options)->client();
    }

    public function connectToCluster(array $config, array $clusterOptions, array $options)
    {
        $this->servers = SettingNames::without(array_values(Arr::except($config, 'options')), $this->ignored);

        return parent::connectToCluster($config, $clusterOptions, $options)->client();
    }

    protected function createClient(array $config)
    {
        $config = SettingNames::without($config, $this->ignored);

        return new ConnectionSettings($this->instead ?? $this->server($config), self::packs($config));
    }

    protected function createRedisClusterInstance(array $servers, array $options)
    {
        $options = SettingNames::without($options, $this->ignored);

        return new ConnectionSettings($this->instead ?? ClusterSettings::read($this->servers, $options, $this->where), self::packs($options));
    }

    private function server(array $config): array
    {
        if (SentinelSettings::meant($config)) {
            return SentinelSettings::read($config, $this->where);
        }
        if ($this->driver !== 'phpredis') {
            throw UnusableSettingException::of('database.redis.client', "\"$this->driver\" is none of phpredis, predis and a driver with settings \"sentinel_…\"; config('redis_lock.connections') can say where locks go");
        }

        return ServerSettings::read($config, $this->where);
    }

    private static function packs(array $config): bool
    {
        return ! empty($config['serializer']) || ! empty($config['compression']);
    }
}
