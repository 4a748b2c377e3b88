<?php

declare(strict_types=1);

/*
 * Uncontended acquire + release: every peer on every endpoint, block by block in one process, in a turning order,
 * so that noise hits all alike. One TSV line per block: peer, endpoint, round, wall and CPU nanoseconds per pair.
 * Arguments: socket, port, the floor's library, rounds, peers.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/blocks.php';

const PAIRS = 250;

[, $socket, $port, $floor, $rounds] = $argv;
$peers = array_slice($argv, 5);
$endpoints = [new Endpoint('unix', $socket, 0, $floor), new Endpoint('tcp', '127.0.0.1', (int) $port, $floor)];

$blocks = [];
foreach ($peers as $peer) {
    $open = require __DIR__ . "/peers/$peer.php";
    foreach ($endpoints as $endpoint) {
        $blocks["$peer\t$endpoint->name"] = $open($endpoint);
    }
}
array_walk($blocks, static fn (Closure $block): array => measure($block, PAIRS)); // warm up: connections, autoloading, scripts

$names = array_keys($blocks);
for ($round = 0; $round < $rounds; $round++) {
    // Turned by one and every other round backwards, so that nobody always follows the same neighbour.
    $order = [...array_slice($names, $round % count($names)), ...array_slice($names, 0, $round % count($names))];
    foreach ($round % 2 ? array_reverse($order) : $order as $name) {
        gc_collect_cycles();
        [$wall, $cpu] = measure($blocks[$name], PAIRS);
        echo "$name\t$round\t", $wall / PAIRS, "\t", $cpu / PAIRS, "\n";
    }
    fprintf(STDERR, stream_isatty(STDERR) ? "\rround %d of %d " : '.', $round + 1, $rounds);
}
fwrite(STDERR, stream_isatty(STDERR) ? "\r\e[K" : "\n");
