<?php

declare(strict_types=1);

const LARAVEL_PAIRS_BAR = 1.0; // times Laravel's own lock, wall

return static function (string $folder): void {
    $blocks = read_blocks("$folder/laravel_pairs.tsv");
    $ratio = static fn (array $own, array $laravel): float => median(array_map(static fn (float $a, float $b): float => $a / $b, $own, $laravel));
    $rows = [['Cache::lock() get + release', '', 'driver redis_lock, µs', 'driver redis, µs', 'ratio', 'RedisLock itself, µs', 'ratio']];
    foreach ($blocks as $endpoint => ['laravel_bridge' => $ours, 'laravel' => $theirs, 'redis_lock' => $bare]) {
        foreach (['wall', 'CPU'] as $clock) {
            $bridge = $ratio($ours[$clock], $theirs[$clock]);
            $rows[] = [
                $endpoint,
                $clock,
                sprintf('%.1f', median($ours[$clock]) / 1000),
                sprintf('%.1f', median($theirs[$clock]) / 1000),
                sprintf('%.2f', $bridge) . ($clock === 'wall' ? ' ' . verdict($bridge <= LARAVEL_PAIRS_BAR) : ''),
                sprintf('%.1f', median($bare[$clock]) / 1000),
                sprintf('%.2f', $ratio($bare[$clock], $theirs[$clock])),
            ];
        }
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bar: wall ≤ %.1f times Laravel's own lock. Both from the cache store, phpredis beside it, a new lock of 30 s for every pair; the
            extension without Laravel for comparison. %d rounds of blocks in turning order in one process; medians, the ratio's of each
            round by itself.

            TEXT,
        LARAVEL_PAIRS_BAR,
        count($blocks['tcp']['laravel']['wall']),
    );
};
