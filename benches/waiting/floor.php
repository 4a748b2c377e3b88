<?php

declare(strict_types=1);

/** No lock at all: one element in a list, popped and pushed back. */
return static function (Endpoint $endpoint, string $key, float $ttl): array {
    $redis = $endpoint->phpredis();
    if ($redis->setnx("$key:made", 1)) {
        $redis->rPush($key, 1);
    }

    return [
        static fn (float $wait): bool => (bool) $redis->rawCommand('BLPOP', $key, sprintf('%.3F', max(0.001, $wait))),
        static fn (): bool => $redis->rPush($key, 1) === 1,
    ];
};
