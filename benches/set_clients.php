<?php

declare(strict_types=1);

/*
 * Clients that queue for one key of a set of five servers of its own, for so many seconds. One TSV line per run: peer,
 * clients, hold in ms, seconds, then the turns of all as JSON: for each client the rows of turns.php.
 */

require __DIR__ . '/Crew.php';
require __DIR__ . '/Nodes.php';
require __DIR__ . '/combined.php';
require __DIR__ . '/turns.php';

const HOLD = 10; // ms

[, $folder, $seconds] = $argv;
$nodes = new Nodes($folder, 5);
$ours = static function () use ($nodes): array {
    $lock = new RedisLock('bench:set_clients', ttl: 30.0, connection: $nodes->dsns());

    return [static fn (float $wait): bool => $lock->acquire(wait: $wait), static fn (): bool => $lock->release()];
};
// It knows no longest wait.
$symfony = static function () use ($nodes): array {
    $lock = combine($nodes->sockets)->createLock('bench:set_clients:symfony', 30.0);

    return [static fn (): bool => $lock->acquire(true), static fn () => $lock->release()];
};

$runs = [['redis_lock', 2, $ours], ['redis_lock', 8, $ours], ['redis_lock', 32, $ours], ['symfony', 8, $symfony]];
foreach ($runs as [$peer, $clients, $open]) {
    [$begin, $end] = window($clients, (float) $seconds);
    $crew = start_clients($clients, $open, HOLD, $begin, $end);
    echo "$peer\t$clients\t", HOLD, "\t$seconds\t", json_encode(array_values($crew->rows())), "\n";
    fwrite(STDERR, '.');
}
fwrite(STDERR, "\n");
