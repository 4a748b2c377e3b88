<?php

declare(strict_types=1);

const SET_BAR = 2.0; // times our own on one node
const FROZEN_BAR = 1.2; // times all nodes well

/** @return array{string, string} nothing with a frozen node, for which it would wait */
function floor_cells(array $pairs): array
{
    if (!isset($pairs['floor_set'])) {
        return ['–', '–'];
    }
    [$one, $set] = [median($pairs['floor_one']), median($pairs['floor_set'])];

    return [sprintf('%.1f', $one), sprintf('%.1f: %.2f × one node', $set, $set / $one)];
}

return static function (string $folder): void {
    $pairs = [];
    foreach (read_tsv("$folder/sets.tsv") as [$frozen, $peer, $wall]) {
        $pairs[(int) $frozen][$peer][] = $wall / 1000;
    }
    $well = median($pairs[0]['set']);
    $states = ['all well', 'one frozen', 'two frozen'];
    $rows = [['acquire + release, p50, µs', 'redis_lock, one node', 'redis_lock, five nodes', 'bar', 'p99', 'Symfony CombinedStore', 'floor, one node', 'floor, five nodes']];
    foreach ($states as $frozen => $state) {
        $set = median($pairs[$frozen]['set']);
        $ratio = $frozen === 0 ? $set / median($pairs[0]['one']) : $set / $well;
        $rows[] = [
            $state,
            sprintf('%.1f', median($pairs[$frozen]['one'])),
            sprintf('%.1f', $set),
            sprintf('%.2f × %s ', $ratio, $frozen === 0 ? 'one node' : 'all well') . verdict($ratio <= ($frozen === 0 ? SET_BAR : FROZEN_BAR)),
            sprintf('%.1f', percentile($pairs[$frozen]['set'], 99)),
            sprintf('%.1f', median($pairs[$frozen]['symfony'])),
            ...floor_cells($pairs[$frozen]),
        ];
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bars: five nodes ≤ %.1f times one node; with frozen nodes ≤ %.1f times all well.
            %d pairs each (Symfony with frozen nodes: %d), in an order of chance, over unix sockets, one object or factory
            each; every client lets a node have one second. Symfony's CombinedStore of five RedisStores on phpredis, by
            consensus. The floor is C on hiredis: SET NX and a compare-and-delete; on five nodes SET NX GET, one write to
            each, and on when three have granted; then the deletes likewise, until all have answered. No bar: its ratio
            is what the machine allows, where servers may have to share a core.

            TEXT,
        SET_BAR,
        FROZEN_BAR,
        count($pairs[0]['set']),
        count($pairs[1]['symfony']),
    );
};
