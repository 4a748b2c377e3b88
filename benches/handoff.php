<?php

declare(strict_types=1);

/*
 * From release() called to acquire() returned in another process: 1 and 32 wait while one holds for a random time.
 * Whoever released queues again only when the next one holds, so that a poller does not just take it back.
 * One TSV line per hand-off: peer, waiters, nanoseconds. Arguments: port, seconds of a run, peers.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/Crew.php';

const LATE = 10.0; // seconds; a hand-off that began in time is waited for
const SETTLED = 3_000_000; // ns; who asked so long before the release waits by then

[, $port, $seconds] = $argv;
$peers = array_slice($argv, 3);
$endpoint = new Endpoint('tcp', '127.0.0.1', (int) $port, '');

/** @return iterable<array{int, int, int}> when each of its turns was asked for, began and ended */
function take_turns(array $lock, int $end, array $relay): iterable
{
    [$acquire, $release] = $lock;
    $turns = [];
    while (($asked = hrtime(true)) < $end && $acquire(($end - $asked) / 1e9 + LATE)) {
        $held = hrtime(true);
        fwrite($relay[1], '.'); // the one before may queue again
        usleep($held < $end ? random_int(5_000, 25_000) : 0);
        $released = hrtime(true);
        $release();
        $turns[] = [$asked, $held, $released];
        await_byte($relay[0], $end);
    }

    return $turns;
}

/** @param resource $relay */
function await_byte($relay, int $end): void
{
    while (fread($relay, 1) === '' && ($left = $end - hrtime(true)) > 0) {
        $ready = [$relay];
        stream_select($ready, $none, $none, 0, min(100_000, intdiv($left, 1000)));
    }
}

/** @return iterable<int> from each release in time to the next grant, where the next one waited for it */
function handoffs(array $turns, int $end): iterable
{
    usort($turns, static fn (array $one, array $other): int => $one[1] <=> $other[1]);
    foreach (array_slice($turns, 1) as $i => [$asked, $held]) {
        $released = $turns[$i][2];
        if ($held < $released) {
            throw new RuntimeException('two held at once');
        }
        if ($asked + SETTLED < $released && $released < $end) {
            yield $held - $released;
        }
    }
}

foreach ([1, 32] as $waiters) {
    foreach ($peers as $peer) {
        $open = require __DIR__ . "/waiting/$peer.php";
        $relay = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_blocking($relay[0], false);
        stream_set_read_buffer($relay[0], 0); // a byte is for one of them
        $end = hrtime(true) + (int) ($seconds * 1e9);
        $crew = new Crew($waiters + 1, static fn (): iterable => take_turns($open($endpoint, "bench:handoff:$peer:$waiters", 30.0), $end, $relay));
        await_byte($relay[0], $end); // nobody is before the first one
        foreach (handoffs(array_merge(...$crew->rows()), $end) as $span) {
            echo "$peer\t$waiters\t$span\n";
        }
        fwrite(STDERR, '.');
    }
}
fwrite(STDERR, "\n");
