<?php

declare(strict_types=1);

/*
 * Uncontended get() + release() of Laravel's cache lock: the framework's own store against the one of bridge/laravel, block by
 * block in one process, in a turning order, and beside them the extension without a framework. One TSV line per block: peer, endpoint, round, wall and CPU nanoseconds per pair.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/blocks.php';

const PAIRS = 250;

[, $socket, $port, $rounds] = $argv;
$endpoints = [new Endpoint('unix', $socket, 0, ''), new Endpoint('tcp', '127.0.0.1', (int) $port, '')];

$blocks = [];
foreach (['laravel_bridge', 'laravel', 'redis_lock'] as $peer) {
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
