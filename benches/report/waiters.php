<?php

declare(strict_types=1);

const GROWTH_BAR = 1.1; // requests per hand-off, by those of the first row

return static function (string $folder): void {
    $rows = [['one key, many waiters', 'hand-offs', 'requests each', 'server CPU each, µs', 'turns of a waiter', 'wait p50, ms', 'p99, ms']];
    $few = null;
    foreach (read_tsv("$folder/waiters.tsv") as [$waiters, $handoffs, $requests, $cpu, $fewest, $most, $p50, $p99]) {
        $each = $requests / $handoffs;
        $few ??= $each;
        $rows[] = [
            "redis_lock, $waiters waiters",
            $handoffs,
            sprintf('%.2f ', $each) . verdict($each <= GROWTH_BAR * $few && $each <= 6),
            sprintf('%.0f', $cpu / $handoffs),
            "{$fewest}–{$most}",
            sprintf('%.1f', $p50),
            sprintf('%.1f', $p99),
        ];
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bar: requests per hand-off as with few waiters, give or take %.0f %%, and ≤ 6.
            Native waiters, a thread and two connections each, in one process, over a unix socket; each holds for 1 ms and
            queues again. CPU is the server's, user + system, for all it did in the meantime.

            TEXT,
        (GROWTH_BAR - 1) * 100,
    );
};
