<?php

declare(strict_types=1);

const LEASES_CPU_BAR = 1.0; // % of a core
const LEASES_INTERVAL = 10.0; // s, a third of the ttl

return static function (string $folder): void {
    $rows = [[
        'auto-renewed leases, ttl 30 s',
        'threads',
        'connections',
        'CPU, % of a core',
        'renewals',
        'writes per interval',
        'CPU of one, µs',
        'server CPU, %',
        'still held',
        'smallest remaining(), s',
    ]];
    foreach (read_tsv("$folder/leases.tsv") as $row) {
        [$leases, $seconds, $threads, $connections, $cpu, $server, $renewals, $writes, $held, $left] = array_map(floatval(...), $row);
        $judge = static fn (bool $good): string => $leases > 0 ? ' ' . verdict($good) : '';
        $share = $cpu / $seconds / 1e7;
        $rows[] = [
            $leases > 0 ? "redis_lock, $leases leases" : 'the same process before, none',
            $threads . $judge($threads === 1.0),
            $connections . $judge($connections === 1.0),
            sprintf('%.2f', $share) . $judge($share <= LEASES_CPU_BAR),
            (string) $renewals,
            sprintf('%.1f', $writes / ($seconds / LEASES_INTERVAL)),
            $renewals > 0 ? sprintf('%.1f', $cpu / $renewals / 1000) : '',
            sprintf('%.2f', $server / $seconds / 1e7),
            $leases > 0 ? $held . $judge($held === $leases) : '',
            $leases > 0 ? sprintf('%.1f', $left / 1000) : '',
        ];
    }
    foreach (['symfony', 'laravel'] as $peer) {
        $rows[] = [PEERS[$peer], ...array_fill(0, 9, '–')];
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            Bars for redis_lock: one thread and one connection besides PHP's own, CPU ≤ %.0f %% of a core; all still held.
            One process, which sleeps for %s s, over loopback TCP. A renewal is due every %.0f s, so that a lease has %.1f of
            them. CPU is user + system, of the process with its thread, and of the server for all it did. A write is a call
            of send(). Renewals are those the server confirmed. No peer renews by itself: Symfony Lock has refresh() for the
            program to call, Laravel's lock nothing.

            TEXT,
        LEASES_CPU_BAR,
        $seconds ?? '?',
        LEASES_INTERVAL,
        ($seconds ?? 0) / LEASES_INTERVAL,
    );
};
