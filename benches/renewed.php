<?php

declare(strict_types=1);

/*
 * What renewal in the background costs where it is never needed: blocks of uncontended pairs without and with it, in
 * turn, from two processes, as a process that ever had a thread may be slower than one that had none. One TSV line per
 * block: endpoint, what was measured (the first pair once connected, or wall or CPU of a later one), nanoseconds
 * without, and with.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/Crew.php';
require __DIR__ . '/blocks.php';

const PAIRS = 100;
const BLOCKS = 16; // of each process
const PEERS = ['redis_lock', 'redis_lock_renewed'];

/**
 * Its blocks, each when the other process has done one.
 * @param resource $relay
 * @return iterable<array{int, int}>
 */
function run_blocks(Endpoint $endpoint, string $peer, $relay): iterable
{
    $plain = (require __DIR__ . '/peers/redis_lock.php')($endpoint);
    $block = (require __DIR__ . "/peers/$peer.php")($endpoint);
    stream_set_timeout($relay, 20);
    for ($i = -1; $i < BLOCKS; $i++) {
        fread($relay, 1) === '.' || throw new RuntimeException('the other one is gone');
        if ($i < 0) {
            measure($plain, 20);
            yield measure($block, 1);
            measure($block, PAIRS);
        } else {
            yield array_map(static fn (int $nanoseconds): int => intdiv($nanoseconds, PAIRS), measure($block, PAIRS));
        }
        fwrite($relay, '.');
    }
}

[, $socket, $port, $rounds] = $argv;
for ($round = 0; $round < $rounds; $round++) {
    foreach ([new Endpoint('unix', $socket, 0, ''), new Endpoint('TCP', '127.0.0.1', (int) $port, '')] as $endpoint) {
        $relay = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $crew = new Crew(2, static fn (int $number): iterable => run_blocks($endpoint, PEERS[$number], $relay[$number]));
        fwrite($relay[1 - $round % 2], '.'); // the other end's owner begins
        [$without, $with] = array_values($crew->rows());
        foreach ($without as $i => [$wall, $cpu]) {
            echo "$endpoint->name\t", $i === 0 ? 'first' : 'wall', "\t$wall\t{$with[$i][0]}\n";
            echo $i === 0 ? '' : "$endpoint->name\tcpu\t$cpu\t{$with[$i][1]}\n";
        }
    }
    fwrite(STDERR, '.');
}
fwrite(STDERR, "\n");
