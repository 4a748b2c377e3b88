<?php

declare(strict_types=1);

/** Waits in the server's queue. */
return static function (Endpoint $endpoint, string $key, float $ttl): array {
    $lock = new RedisLock($key, ttl: $ttl, connection: $endpoint->dsn());

    return [
        static fn (float $wait): bool => $lock->acquire(wait: $wait),
        static fn (): bool => $lock->release(),
    ];
};
