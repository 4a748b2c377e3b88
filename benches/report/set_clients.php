<?php

declare(strict_types=1);

return static function (string $folder): void {
    $rows = [['many clients, five nodes', 'clients', 'hold', 'acquisitions', 'of a client', 'wait p50, ms', 'p99, ms', 'lock busy']];
    foreach (read_tsv("$folder/set_clients.tsv") as [$peer, $clients, $hold, $seconds, $turns]) {
        [$waits, $busy] = inside(json_decode($turns, true), (float) $hold * 1e6, (float) $seconds * 1e9);
        $counts = array_map(count(...), $waits);
        $all = array_merge(...$waits);
        $rows[] = [
            $peer === 'symfony' ? 'Symfony CombinedStore' : PEERS[$peer],
            $clients,
            "$hold ms",
            (string) count($all),
            sprintf('%d–%d', min($counts), max($counts)),
            ...array_map(static fn (int $percent): string => $all === [] ? '–' : sprintf('%.2f', percentile($all, $percent)), [50, 99]),
            sprintf('%.1f %%', 100 * $busy),
        ];
    }
    print_table($rows);
    printf(
        <<<'TEXT'

            No bars. Windows of %s s over unix sockets, one process per client, one key; everybody contends before and after
            the window too. Turns, waits and the busy lock as in the table of one server. Symfony's acquire(true), which asks
            again about every 100 ms, on a CombinedStore of five RedisStores on phpredis, by consensus.

            TEXT,
        $seconds ?? '?',
    );
};
