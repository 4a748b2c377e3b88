<?php

declare(strict_types=1);

/*
 * Clients that queue for one key of one server, for so many seconds. One TSV line per run: peer, clients, hold in ms,
 * seconds, requests, then the turns of all as JSON: for each client the rows of turns.php.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/Crew.php';
require __DIR__ . '/Counters.php';
require __DIR__ . '/turns.php';

const RUNS = [
    ['redis_lock', [2, 8, 32, 128], [0, 10]],
    ['symfony', [8, 32], [10]],
    ['laravel', [8, 32], [10]],
    ['floor', [8, 32], [10]],
];

function sleep_until(int $moment): void
{
    usleep(max(0, intdiv($moment - hrtime(true), 1000)));
}

[, $port, $seconds] = $argv;
$endpoint = new Endpoint('tcp', '127.0.0.1', (int) $port, '');
foreach (RUNS as [$peer, $counts, $holds]) {
    $open = require __DIR__ . "/waiting/$peer.php";
    foreach ($holds as $hold) {
        foreach ($counts as $clients) {
            [$begin, $end] = window($clients, (float) $seconds);
            $crew = start_clients($clients, static fn (): array => $open($endpoint, "bench:clients:$peer", 30.0), $hold, $begin, $end);
            sleep_until($begin);
            $before = Counters::read($endpoint);
            sleep_until($end);
            $requests = Counters::read($endpoint)->since($before);
            echo "$peer\t$clients\t$hold\t$seconds\t$requests\t", json_encode(array_values($crew->rows())), "\n";
            fwrite(STDERR, '.');
        }
    }
}
fwrite(STDERR, "\n");
