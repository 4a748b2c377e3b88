<?php

declare(strict_types=1);

const HANDOFF_P50_BAR = 0.3; // ms
const HANDOFF_P99_BAR = 2.0; // ms

/** @return list<string> */
function handoff_row(string $peer, int $waiters, array $spans): array
{
    $row = [PEERS[$peer], (string) $waiters, (string) count($spans)];
    foreach ([50 => HANDOFF_P50_BAR, 99 => HANDOFF_P99_BAR] as $percent => $bar) {
        $value = percentile($spans, $percent);
        $row[] = sprintf('%.2f', $value) . ($peer === 'redis_lock' ? ' ' . verdict($value <= $bar) : '');
    }

    return [...$row, sprintf('%.2f', max($spans))];
}

return static function (string $folder): void {
    $runs = [];
    foreach (read_tsv("$folder/handoff.tsv") as [$peer, $waiters, $nanoseconds]) {
        $runs[$waiters][$peer][] = $nanoseconds / 1e6;
    }
    $rows = [['hand-off, release → held, ms', 'waiters', 'hand-offs', 'p50', 'p99', 'longest']];
    foreach ($runs as $waiters => $peers) {
        foreach ($peers as $peer => $spans) {
            $rows[] = handoff_row($peer, $waiters, $spans);
        }
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bars for redis_lock: p50 ≤ %.1f ms, p99 ≤ %.0f ms.
            From just before release() to just after the next process's blocking acquire returned, on the machine's
            monotonic clock, over loopback TCP. Each holds for 5 to 25 ms at random; who released queues again only when
            the next one holds, and a hand-off counts if the next one waited by then. The same time for everybody: slow
            peers make fewer hand-offs. The floor is no lock: BLPOP of the one element of a list, and RPUSH of it, which
            is what waking a process through the server costs on this machine.

            TEXT,
        HANDOFF_P50_BAR,
        HANDOFF_P99_BAR,
    );
};
