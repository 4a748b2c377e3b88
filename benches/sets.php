<?php

declare(strict_types=1);

/*
 * Uncontended acquire + release on five servers of its own: by majority, and beside it on one of them, pair by pair
 * in an order of chance, so that noise hits all alike; first with all well, then with one and with two frozen. The
 * floor waits for every node, and so runs with all well only. One TSV line per pair: nodes frozen, peer, wall
 * nanoseconds.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/Nodes.php';
require __DIR__ . '/combined.php';

// A pair of Symfony's that meets a frozen node lasts seconds.
const PATIENT_PAIRS = 3;

[, $folder, $pairs, $library] = $argv;

/** What a pair of acquire and release took. */
function time_pair(Closure $pair): int
{
    $start = hrtime(true);
    $pair();

    return hrtime(true) - $start;
}

/** How many pairs of a peer are measured. */
function count_pairs(string $peer, int $frozen, int $pairs): int
{
    return match (true) {
        $frozen === 0 => $pairs,
        $peer === 'symfony' => min($pairs, PATIENT_PAIRS),
        default => str_starts_with($peer, 'floor') ? 0 : $pairs,
    };
}

$nodes = new Nodes($folder, 5);
$ours = static function (array $dsns): Closure {
    $lock = new RedisLock('bench:sets', ttl: 30.0, connection: $dsns);

    return static function () use ($lock): void {
        $lock->acquire() || throw new RuntimeException('redis_lock: not acquired');
        $lock->release();
    };
};
$factory = combine($nodes->sockets);
$symfony = static function () use ($factory): void {
    $lock = $factory->createLock('bench:sets:symfony', 30.0);
    $lock->acquire() || throw new RuntimeException('Symfony: not acquired');
    $lock->release();
};
$last = count($nodes->sockets) - 1; // never frozen
$floor = (require __DIR__ . '/peers/floor.php')(new Endpoint('unix', $nodes->sockets[$last], 0, $library));
$peers = [
    'one' => $ours([$nodes->dsns()[$last]]),
    'set' => $ours($nodes->dsns()),
    'symfony' => $symfony,
    'floor_one' => static fn () => $floor(1),
    'floor_set' => (require __DIR__ . '/peers/floor_set.php')($nodes->sockets, $library),
];

foreach ([0, 1, 2] as $frozen) {
    if ($frozen > 0) {
        $nodes->freeze($frozen - 1);
    }
    $counts = [];
    foreach (array_keys($peers) as $peer) {
        $counts[$peer] = count_pairs($peer, $frozen, (int) $pairs);
    }
    $order = array_keys(array_filter($counts));
    foreach ($order as $peer) {
        time_pair($peers[$peer]); // warm up: connections, scripts, what is known of the nodes
    }
    for ($number = 0; $number < $pairs; $number++) {
        shuffle($order); // nobody always follows the same neighbour, or itself, whose server is warm
        foreach ($order as $peer) {
            if ($number < $counts[$peer]) {
                echo "$frozen\t$peer\t", time_pair($peers[$peer]), "\n";
            }
        }
    }
    fwrite(STDERR, '.');
}
fwrite(STDERR, "\n");
