<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

use Illuminate\Redis\Connectors\PredisConnector;
use Illuminate\Support\Arr;

/** Tells what the framework would make a predis client with. */
final class PredisReader extends PredisConnector
{
    /** @param list<string> $ignored */
    public function __construct(private string $where, private array $ignored, private array|string|null $instead)
    {
    }

    public function connect(array $config, array $options)
    {
        return new ConnectionSettings($this->instead ?? $this->server($config, $options));
    }

    public function connectToCluster(array $config, array $clusterOptions, array $options)
    {
        return new ConnectionSettings($this->instead ?? $this->cluster($config, $clusterOptions, $options));
    }

    private function server(array $config, array $options): array
    {
        $options = array_merge($options, Arr::pull($config, 'options', []));
        $defaults = $options['parameters'] ?? [];
        $defaults['prefix'] = $config['prefix'] ?? $options['prefix'] ?? null;
        unset($config['prefix']);
        $servers = array_values(array_filter($config, 'is_int', ARRAY_FILTER_USE_KEY)); // names are settings of one
        if ($servers === []) {
            return ServerSettings::read(SettingNames::without(array_merge($defaults, $config), $this->ignored), $this->where);
        }
        if (($options['replication'] ?? null) !== 'sentinel') {
            throw UnusableSettingException::of("$this->where.options.replication", 'of several servers only sentinels can be followed ("sentinel"), and a cluster belongs under "clusters"');
        }
        foreach (array_diff(array_keys($config), array_keys($servers), $this->ignored) as $name) {
            throw UnusableSettingException::unknown("$this->where.$name");
        }

        return SentinelSettings::readPredis(
            SettingNames::without($servers, $this->ignored),
            $options['service'] ?? null,
            SettingNames::without($defaults, $this->ignored),
            $this->where,
        );
    }

    private function cluster(array $config, array $clusterOptions, array $options): array
    {
        $own = Arr::pull($config, 'options', []);
        $options = array_merge($options, $clusterOptions, $own, array_filter(['prefix' => Arr::pull($config, 'prefix')]));
        if (($options['cluster'] ?? 'predis') !== 'redis') {
            throw UnusableSettingException::of("$this->where.options.cluster", 'predis shards by itself then; only a cluster of Redis ("redis") can be locked on');
        }
        $options = array_merge($options['parameters'] ?? [], Arr::only($options, 'prefix'));

        return ClusterSettings::read(
            SettingNames::without(array_values($config), $this->ignored),
            SettingNames::without($options, $this->ignored),
            $this->where,
        );
    }
}
