<?php

declare(strict_types=1);

const SYMFONY_PAIRS_BAR = 0.6; // times Symfony's own store, wall

return static function (string $folder): void {
    $blocks = read_blocks("$folder/symfony_pairs.tsv");
    $rows = [['Symfony acquire + release', '', 'redis_lock store, µs', 'RedisStore, µs', 'ratio']];
    foreach ($blocks as $endpoint => ['symfony_bridge' => $ours, 'symfony' => $theirs]) {
        foreach (['wall', 'CPU'] as $clock) {
            $ratio = median(array_map(static fn (float $a, float $b): float => $a / $b, $ours[$clock], $theirs[$clock]));
            $rows[] = [
                $endpoint,
                $clock,
                sprintf('%.1f', median($ours[$clock]) / 1000),
                sprintf('%.1f', median($theirs[$clock]) / 1000),
                sprintf('%.2f', $ratio) . ($clock === 'wall' ? ' ' . verdict($ratio <= SYMFONY_PAIRS_BAR) : ''),
            ];
        }
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bar: wall ≤ %.1f times Symfony's own store. Both through Symfony's factory, a new lock with a ttl of 30 s for every pair,
            %d rounds of blocks in turning order in one process; medians, the ratio's of each round by itself.

            TEXT,
        SYMFONY_PAIRS_BAR,
        count($blocks['tcp']['symfony']['wall']),
    );
};
