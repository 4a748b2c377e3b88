<?php

declare(strict_types=1);

return static function (string $folder): void {
    $blocks = [];
    foreach (read_tsv("$folder/renewed.tsv") as [$endpoint, $what, $without, $with]) {
        $blocks[$endpoint][$what][] = [(float) $without, (float) $with];
    }
    $rows = [['acquire + release with autoRenew, µs a pair', 'without', 'with', 'ratio']];
    foreach ($blocks as $endpoint => $kinds) {
        foreach (['wall' => 'wall', 'cpu' => 'CPU', 'first' => 'wall, first pair'] as $what => $title) {
            $rows[] = [
                "redis_lock, $endpoint $title",
                sprintf('%.1f', median(array_column($kinds[$what], 0)) / 1000),
                sprintf('%.1f', median(array_column($kinds[$what], 1)) / 1000),
                sprintf('%.2f', median(array_map(static fn (array $block): float => $block[1] / max(1, $block[0]), $kinds[$what]))),
            ];
        }
    }
    foreach (['symfony', 'laravel'] as $peer) {
        $rows[] = [PEERS[$peer], '', '–', '–'];
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            No bar. Uncontended, a new object for every pair, each released long before a renewal is due; %d blocks of 100
            pairs on each endpoint, in turn from two processes, and %d first pairs, with which the thread starts. Times are
            medians, ratios medians of those of neighbouring blocks. CPU is the client's with its thread, user + system.
            No peer renews by itself: Symfony Lock has refresh() for the program to call, Laravel's lock nothing.

            TEXT,
        count($blocks['unix']['wall'] ?? []),
        count($blocks['unix']['first'] ?? []),
    );
};
