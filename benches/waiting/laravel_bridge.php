<?php

declare(strict_types=1);

use Illuminate\Contracts\Cache\LockTimeoutException;

require_once __DIR__ . '/../laravel_bridge.php';

/** block() of our cache store: waits natively; the wait is in whole seconds, as with Laravel's own. */
return static function (Endpoint $endpoint, string $key, float $ttl): array {
    $lock = laravel_store($endpoint)->lock($key, (int) ceil($ttl));

    return [
        static function (float $wait) use ($lock): bool {
            try {
                return $lock->block((int) ceil($wait));
            } catch (LockTimeoutException) {
                return false;
            }
        },
        static fn (): bool => $lock->release(),
    ];
};
