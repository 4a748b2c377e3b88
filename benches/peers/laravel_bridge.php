<?php

declare(strict_types=1);

require_once __DIR__ . '/../laravel_bridge.php';

/** A lock from our cache store for every pair, as Cache::lock() gives it with the driver redis_lock. */
return static function (Endpoint $endpoint): Closure {
    $store = laravel_store($endpoint);

    return static function (int $pairs) use ($store): void {
        for ($i = 0; $i < $pairs; $i++) {
            $lock = $store->lock('bench:laravel_bridge', 30);
            if (!$lock->get()) {
                throw new RuntimeException('Laravel bridge: not acquired');
            }
            if (!$lock->release()) {
                throw new RuntimeException('Laravel bridge: not released');
            }
        }
    };
};
