<?php

declare(strict_types=1);

/** One way to reach the server: the same for every peer. */
final class Endpoint
{
    public function __construct(
        public readonly string $name,
        public readonly string $host,
        public readonly int $port,
        public readonly string $floor,
    ) {
    }

    public function dsn(): string
    {
        return $this->port === 0 ? "redis+unix://$this->host" : "redis://$this->host:$this->port";
    }

    public function phpredis(): Redis
    {
        $redis = new Redis();
        $redis->connect($this->host, $this->port, 1.0);

        return $redis;
    }
}
