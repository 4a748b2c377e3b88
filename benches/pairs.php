<?php

declare(strict_types=1);

/*
 * Uncontended acquire + release: every peer on every endpoint, block by block in one process, in a turning order,
 * so that noise hits all alike. One TSV line per block: peer, endpoint, round, wall and CPU nanoseconds per pair.
 */

require __DIR__ . '/Endpoint.php';

const PAIRS = 250;

function cpu_ns(): int
{
    $used = getrusage();

    return ($used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec']) * 1_000_000_000
        + ($used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']) * 1_000;
}

/** @return array{int, int} wall and CPU nanoseconds of one block */
function measure(Closure $block): array
{
    $cpu = cpu_ns();
    $wall = hrtime(true);
    $block(PAIRS);
    $wall = hrtime(true) - $wall;

    return [$wall, cpu_ns() - $cpu];
}

[, $socket, $port, $floor, $rounds] = $argv;
$endpoints = [new Endpoint('unix', $socket, 0, $floor), new Endpoint('tcp', '127.0.0.1', (int) $port, $floor)];

$blocks = [];
foreach (['redis_lock', 'redis_lock_reused', 'phpredis', 'symfony', 'laravel', 'floor'] as $peer) {
    $open = require __DIR__ . "/peers/$peer.php";
    foreach ($endpoints as $endpoint) {
        $blocks["$peer\t$endpoint->name"] = $open($endpoint);
    }
}
array_walk($blocks, measure(...)); // warm up: connections, autoloading, scripts

$names = array_keys($blocks);
for ($round = 0; $round < $rounds; $round++) {
    // Turned by one and every other round backwards, so that nobody always follows the same neighbour.
    $order = [...array_slice($names, $round % count($names)), ...array_slice($names, 0, $round % count($names))];
    foreach ($round % 2 ? array_reverse($order) : $order as $name) {
        gc_collect_cycles();
        [$wall, $cpu] = measure($blocks[$name]);
        echo "$name\t$round\t", $wall / PAIRS, "\t", $cpu / PAIRS, "\n";
    }
    fprintf(STDERR, stream_isatty(STDERR) ? "\rround %d of %d " : '.', $round + 1, $rounds);
}
fwrite(STDERR, stream_isatty(STDERR) ? "\r\e[K" : "\n");
