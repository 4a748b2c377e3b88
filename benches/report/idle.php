<?php

declare(strict_types=1);

const IDLE_BAR = 0.5; // MB

/** @param list<list<float>> $rounds the workers of each; gives the median round's mean worker, by the one of $base if any */
function typical(array $rounds, array $base = []): float
{
    $means = array_map(static fn (array $workers): float => array_sum($workers) / count($workers), $rounds);

    return $base === []
        ? median($means)
        : median(array_map(static fn (float $own, array $workers): float => $own - array_sum($workers) / count($workers), $means, $base));
}

return static function (string $folder): void {
    $pools = [];
    foreach (read_tsv("$folder/idle.tsv") as [$round, $kind, $private, $pss, $threads, $connections]) {
        $pools[$kind]['private'][$round][] = $private / 1024;
        $pools[$kind]['pss'][$round][] = $pss / 1024;
        $pools[$kind]['threads'][] = (int) $threads;
        $pools[$kind]['connections'][] = (int) $connections;
    }
    $rows = [['idle php-fpm worker, MB', 'private', 'more than without', 'PSS', 'more than without', 'threads', 'connections']];
    foreach (['without' => 'without redis_lock', 'loaded' => 'loaded, never used', 'used' => 'used before, some locks renewed'] as $kind => $title) {
        $row = [$title];
        foreach (['private', 'pss'] as $memory) {
            $more = typical($pools[$kind][$memory], $pools['without'][$memory]);
            $row[] = sprintf('%.2f', typical($pools[$kind][$memory]));
            $row[] = $kind === 'without' ? '' : sprintf('%+.2f ', $more) . verdict($more <= IDLE_BAR);
        }
        $rows[] = [...$row, (string) max($pools[$kind]['threads']), (string) max($pools[$kind]['connections'])];
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bar: an idle worker grows by ≤ %.1f MB, private and PSS.
            A worker's mean, and the median of %d pools of four. Each served ten requests or more, and has been idle for
            1.5 s; each request that locks takes three plain locks, and one with autoRenew that is renewed once. Private is
            what nobody else has, and what each further worker costs; PSS has shared pages, those of the extension's file
            among them, by their share. Threads include PHP's own; the connection is kept for the next request.

            TEXT,
        IDLE_BAR,
        count($pools['without']['private'] ?? []),
    );
};
