<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

/** Where a server listens, and how it is spoken to. */
final class Endpoint
{
    private const KINDS = [
        'tcp' => 'tcp', 'redis' => 'tcp',
        'tls' => 'tls', 'ssl' => 'tls', 'rediss' => 'tls',
        'unix' => 'unix',
    ];

    /** @param string $kind tcp, tls or unix */
    private function __construct(public readonly string $kind, public readonly string $host, public readonly int $port)
    {
    }

    /** The scheme may stand in a setting of its own or before the host; a host that is a path is a unix socket. */
    public static function read(array $config, string $where, int $port = 6379): self
    {
        $host = (string) ($config['path'] ?? $config['host'] ?? '127.0.0.1');
        $scheme = $config['scheme'] ?? (isset($config['path']) ? 'unix' : null);
        if (preg_match('~^(\w+)://(.*)$~', $host, $parts)) {
            [, $before, $host] = $parts;
            $scheme ??= $before;
        }
        $scheme ??= str_starts_with($host, '/') ? 'unix' : 'tcp';
        $kind = self::KINDS[strtolower((string) $scheme)]
            ?? throw UnusableSettingException::of("$where.scheme", "\"$scheme\" is none of " . implode(', ', array_keys(self::KINDS)));

        return new self($kind, $host, (int) ($config['port'] ?? $port));
    }

    public function hostAndPort(): string
    {
        return (str_contains($this->host, ':') && $this->host[0] !== '[' ? "[$this->host]" : $this->host) . ":$this->port";
    }
}
