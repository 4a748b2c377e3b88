<?php

declare(strict_types=1);

/*
 * Clients that acquire, hold, release and queue again, all on one key, for so many seconds. Counted is what happens
 * between the two ends of a window inside which nobody starts or stops. One TSV line per run: peer, clients, hold in
 * ms, seconds, requests, then the turns of all as JSON: for each client its turns' [asked, held, released], in
 * nanoseconds from the window's beginning.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/Crew.php';
require __DIR__ . '/Counters.php';

const RUNS = [
    ['redis_lock', [2, 8, 32, 128], [0, 10]],
    ['symfony', [8, 32], [10]],
    ['laravel', [8, 32], [10]],
    ['floor', [8, 32], [10]],
];
const MARGIN = 300_000_000; // ns before and after the window

/** @return iterable<array{int, int, int}> */
function take_turns(array $lock, int $hold, int $begin, int $stop): iterable
{
    [$acquire, $release] = $lock;
    $turns = [];
    while (($asked = hrtime(true)) < $stop && $acquire(($stop - $asked) / 1e9)) {
        $held = hrtime(true);
        if ($hold > 0 && $held < $stop) {
            usleep($hold * 1000);
        }
        $released = hrtime(true);
        $release();
        $turns[] = [$asked - $begin, $held - $begin, $released - $begin];
    }

    return $turns;
}

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
            $begin = hrtime(true) + MARGIN + $clients * 5_000_000; // time to start them all
            $end = $begin + (int) ($seconds * 1e9);
            $crew = new Crew(
                $clients,
                static fn (): iterable => take_turns($open($endpoint, "bench:clients:$peer", 30.0), $hold, $begin, $end + MARGIN),
            );
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
