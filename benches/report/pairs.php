<?php

declare(strict_types=1);

const LABELS = [
    'redis_lock' => 'redis_lock, new object each time',
    'redis_lock_reused' => 'redis_lock, one object',
    'phpredis' => 'phpredis, SET NX PX + EVALSHA',
    'symfony' => 'Symfony Lock, RedisStore',
    'laravel' => 'Laravel lock, RedisStore',
    'floor' => 'floor: C on hiredis',
];
const WALL_BAR = 1.05; // times phpredis
const CPU_BAR = 0.85; // times phpredis
const LOAD_BAR = 1.0; // ms

/** Median over the rounds of own time by phpredis's time in the same round. */
function ratio(array $own, array $phpredis): float
{
    return median(array_map(static fn (float $a, float $b): float => $a / $b, $own, $phpredis));
}

/**
 * A row of the table: time and ratio, wall and CPU, on both endpoints.
 * @return list<string>
 */
function pairs_row(string $peer, array $blocks): array
{
    $row = [LABELS[$peer]];
    foreach (['unix', 'tcp'] as $endpoint) {
        foreach (['wall' => WALL_BAR, 'cpu' => CPU_BAR] as $clock => $bar) {
            $ratio = ratio($blocks[$peer][$endpoint][$clock], $blocks['phpredis'][$endpoint][$clock]);
            $row[] = sprintf('%.1f', median($blocks[$peer][$endpoint][$clock]) / 1000);
            $row[] = sprintf('%.2f', $ratio) . (str_starts_with($peer, 'redis_lock') ? ' ' . verdict($ratio <= $bar) : '');
        }
    }

    return $row;
}

/** @return list<string> */
function load_row(array $starts): array
{
    $bare = median(array_map(static fn (array $start): float => (float) $start[0], $starts));
    $added = median(array_map(static fn (array $start): float => $start[1] - $start[0], $starts));

    return [sprintf("loading it: php -n -r ';' (%.1f ms)", $bare), sprintf('%+.2f ms', $added), verdict($added <= LOAD_BAR), ...array_fill(0, 6, '')];
}

return static function (string $folder): void {
    $blocks = [];
    foreach (read_tsv("$folder/pairs.tsv") as [$peer, $endpoint, $round, $wall, $cpu]) {
        $blocks[$peer][$endpoint]['wall'][(int) $round] = (float) $wall;
        $blocks[$peer][$endpoint]['cpu'][(int) $round] = (float) $cpu;
    }
    $starts = read_tsv("$folder/load.tsv");

    print_table([
        ['acquire + release, µs a pair', 'unix wall', '÷ phpredis', 'unix CPU', '÷ phpredis', 'TCP wall', '÷ phpredis', 'TCP CPU', '÷ phpredis'],
        ...array_map(static fn (string $peer): array => pairs_row($peer, $blocks), array_keys(LABELS)),
        load_row($starts),
    ]);
    printf(
        <<<'TEXT'

            Bars for redis_lock: wall ≤ %.2f and CPU ≤ %.2f times phpredis; loading ≤ %.1f ms.
            Uncontended, one connection each, %d rounds of blocks of 250 pairs in turning order; %d starts with and without it.
            Times are medians. Ratios are medians too, of each block against phpredis's of the same round. CPU is the
            client's, user + system. Symfony and Laravel make a lock object for every pair, as their manuals show.
            The floor draws its token from the system as well. No opcache.

            TEXT,
        WALL_BAR,
        CPU_BAR,
        LOAD_BAR,
        count($blocks['phpredis']['unix']['wall']),
        count($starts),
    );
};
