<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

use Illuminate\Redis\RedisManager;

/**
 * The framework's manager, which reads config('database.redis') as it always does (URLs, options, clusters), in front of
 * connectors that answer with settings instead of a client: so both mean the same server and key in each version.
 */
final class FrameworkManager extends RedisManager
{
    private string $name = '';

    /**
     * @param list<string> $ignored settings to leave out, with dots
     * @param array<string, array|string> $instead native connections by name, that replace what would be read
     */
    public function __construct(string $driver, array $config, private array $ignored, private array $instead)
    {
        parent::__construct(null, $driver, $config);
    }

    public function settings(string $name): ConnectionSettings
    {
        $this->name = $name;

        return $this->resolve($name);
    }

    protected function connector()
    {
        $for = ["database.redis.$this->name", $this->ignored, $this->instead[$this->name] ?? null];

        return $this->driver === 'predis' ? new PredisReader(...$for) : new PhpRedisReader($this->driver, ...$for);
    }
}
