<?php

declare(strict_types=1);

/*
 * Uncontended acquire + release on five servers of its own: by majority, and beside it on one of them, pair by pair
 * in turn, so that noise hits all alike; first with all well, then with one and with two frozen.
 * One TSV line per pair: nodes frozen, peer, wall nanoseconds.
 */

require_once 'Symfony/Component/Lock/autoload.php';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

const NODES = 5;
// A pair of Symfony's that meets a frozen node lasts seconds.
const PATIENT_PAIRS = 3;

[, $folder, $pairs] = $argv;

/** @return resource */
function start_server(string $folder, int $number)
{
    $command = ['redis-server', '--port', '0', '--unixsocket', "$folder/node$number.sock", '--dir', $folder, '--save', '', '--appendonly', 'no'];
    $server = proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
    for ($tries = 0; !@stream_socket_client("unix://$folder/node$number.sock"); $tries++) {
        if ($tries === 200) {
            throw new RuntimeException('redis-server did not start');
        }
        usleep(20_000);
    }

    return $server;
}

function reach(string $socket): Redis
{
    $redis = new Redis();
    $redis->connect($socket, 0, 1.0, null, 0, 1.0);

    return $redis;
}

/** A pair of acquire and release; what it took. */
function time_pair(Closure $acquire): int
{
    $start = hrtime(true);
    $lock = $acquire();
    $lock->release();

    return hrtime(true) - $start;
}

$servers = array_map(static fn (int $number) => start_server($folder, $number), range(1, NODES));
register_shutdown_function(static function () use ($servers): void {
    foreach ($servers as $server) {
        proc_terminate($server, SIGKILL);
        proc_close($server);
    }
});
$sockets = array_map(static fn (int $number): string => "$folder/node$number.sock", range(1, NODES));
$dsns = array_map(static fn (string $socket): string => "redis+unix://$socket", $sockets);

$ours = static function (array $nodes): Closure {
    $lock = new RedisLock('bench:sets', ttl: 30.0, connection: $nodes);

    return static fn (): RedisLock => $lock->acquire() ? $lock : throw new RuntimeException('redis_lock: not acquired');
};
$stores = array_map(static fn (string $socket): RedisStore => new RedisStore(reach($socket)), $sockets);
$factory = new LockFactory(new CombinedStore($stores, new ConsensusStrategy()));
$symfony = static function () use ($factory): object {
    $lock = $factory->createLock('bench:sets:symfony', 30.0);

    return $lock->acquire() ? $lock : throw new RuntimeException('Symfony: not acquired');
};
// One of those that are never frozen.
$peers = ['one' => $ours([end($dsns)]), 'set' => $ours($dsns), 'symfony' => $symfony];

foreach ([0, 1, 2] as $frozen) {
    if ($frozen > 0) {
        proc_terminate($servers[$frozen - 1], SIGSTOP);
    }
    foreach ($peers as $acquire) {
        time_pair($acquire); // warm up: connections, scripts, what is known of the nodes
    }
    for ($pair = 0; $pair < $pairs; $pair++) {
        foreach ($pair % 2 ? $peers : array_reverse($peers) as $peer => $acquire) {
            if ($peer !== 'symfony' || $frozen === 0 || $pair < PATIENT_PAIRS) {
                echo "$frozen\t$peer\t", time_pair($acquire), "\n";
            }
        }
    }
    fwrite(STDERR, '.');
}
fwrite(STDERR, "\n");
