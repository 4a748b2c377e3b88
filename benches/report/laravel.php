<?php

declare(strict_types=1);

const LARAVEL_BAR = 1.0; // times Laravel's own, wall

return static function (string $folder): void {
    $labels = ['laravel_bridge' => 'driver redis_lock (bridge/laravel)', 'laravel' => 'driver redis (Laravel\'s own)', 'redis_lock' => 'RedisLock itself, new object each time'];
    $blocks = [];
    foreach (read_tsv("$folder/laravel.tsv") as [$peer, $endpoint, $round, $wall, $cpu]) {
        $blocks[$peer][$endpoint]['wall'][(int) $round] = (float) $wall;
        $blocks[$peer][$endpoint]['cpu'][(int) $round] = (float) $cpu;
    }
    $rows = [['Cache::lock() get + release, µs a pair', 'unix wall', '÷ Laravel', 'unix CPU', '÷ Laravel', 'TCP wall', '÷ Laravel', 'TCP CPU', '÷ Laravel']];
    foreach ($labels as $peer => $label) {
        $row = [$label];
        foreach (['unix', 'tcp'] as $endpoint) {
            foreach (['wall', 'cpu'] as $clock) {
                $own = $blocks[$peer][$endpoint][$clock];
                $ratio = median(array_map(static fn (float $a, float $b): float => $a / $b, $own, $blocks['laravel'][$endpoint][$clock]));
                $row[] = sprintf('%.1f', median($own) / 1000);
                $row[] = sprintf('%.2f', $ratio) . ($peer === 'laravel_bridge' && $clock === 'wall' ? ' ' . verdict($ratio <= LARAVEL_BAR) : '');
            }
        }
        $rows[] = $row;
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bar for the bridge: wall ≤ %.1f times Laravel's own lock on phpredis. A new lock object for every pair, from the store
            itself; uncontended, one connection each, %d rounds of blocks of 250 pairs in turning order. Times and ratios are
            medians, ratios of blocks of the same round. No opcache.

            TEXT,
        LARAVEL_BAR,
        count($blocks['laravel']['unix']['wall']),
    );
};
