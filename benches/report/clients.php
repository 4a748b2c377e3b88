<?php

declare(strict_types=1);

const SHARE_BAR = 0.9; // the fewest turns of a client, by their mean
const BUSY_BAR = 0.97;
const REQUESTS_BAR = 6.0;

/** @return list<string> */
function clients_row(string $peer, int $hold, float $seconds, int $requests, array $clients): array
{
    [$waits, $busy] = inside($clients, $hold * 1e6, $seconds * 1e9);
    $turns = array_map(count(...), $waits);
    $all = array_merge(...$waits);
    $mean = count($all) / count($turns);
    $judge = static fn (bool $good): string => $peer === 'redis_lock' && $hold > 0 ? ' ' . verdict($good) : '';

    return [
        PEERS[$peer],
        (string) count($clients),
        "$hold ms",
        (string) count($all),
        // Turns are whole: the fairest queue gives somebody the mean rounded down.
        sprintf('%d–%d', min($turns), max($turns)) . $judge(min($turns) >= min(SHARE_BAR * $mean, floor($mean))),
        sprintf('%.2f', percentile($all, 50)),
        sprintf('%.2f', percentile($all, 99)),
        $hold > 0 ? sprintf('%.1f %%', 100 * $busy) . $judge($busy >= BUSY_BAR) : '',
        // The floor's BLPOP travels alone, and would be counted twice.
        $peer === 'floor' ? '' : sprintf('%.2f', $requests / count($all)) . $judge($requests / count($all) <= REQUESTS_BAR),
    ];
}

return static function (string $folder): void {
    $rows = [['many clients', 'clients', 'hold', 'acquisitions', 'of a client', 'wait p50, ms', 'p99, ms', 'lock busy', 'requests each']];
    foreach (read_tsv("$folder/clients.tsv") as [$peer, , $hold, $seconds, $requests, $turns]) {
        $rows[] = clients_row($peer, (int) $hold, (float) $seconds, (int) $requests, json_decode($turns, true));
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bars for redis_lock at a hold of 10 ms: every client has ≥ %.1f × the mean of turns (or the mean rounded down,
            as turns are whole); the lock is busy ≥ %.0f %% of the time, what the holder overslept taken out of both;
            ≤ %.0f requests per acquisition.
            Windows of %s s over loopback TCP, one process per client, one key; everybody contends before and after the
            window too. Waits are those that ended with the lock in the window: a client that never got it shows in the
            fewest turns only. Requests are what the server read from sockets, and each BLPOP, which shares a write with
            the TAKE behind it; what scripts call inside is not counted.

            TEXT,
        SHARE_BAR,
        BUSY_BAR * 100,
        REQUESTS_BAR,
        $seconds ?? '?',
    );
};
