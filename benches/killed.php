<?php

declare(strict_types=1);

/*
 * A holder is killed in the middle of its ttl; from the end of the ttl to the first grant, and to the last one, whose
 * owners each release at once. One TSV line per round: waiters, nanoseconds to the first, to the last.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/Crew.php';

const KEY = 'bench:killed';
const TTL = 1.0;

[, $port, $rounds] = $argv;
$endpoint = new Endpoint('tcp', '127.0.0.1', (int) $port, '');
$open = require __DIR__ . '/waiting/redis_lock.php';

/** @return iterable<array{int}> */
function hold(array $lock): iterable
{
    [$acquire] = $lock;
    $acquire(0.0) || throw new RuntimeException('not acquired');
    yield [hrtime(true)];
    sleep(60); // it is killed long before
}

/** @return list<array{int}> when it held */
function take_turn(array $lock): iterable
{
    [$acquire, $release] = $lock;
    $acquire(10.0) || throw new RuntimeException('not acquired in 10 s');
    $held = hrtime(true);
    $release();

    return [[$held]];
}

/** When the key ends, in hrtime's nanoseconds, exact to the millisecond. */
function end_of_key(Endpoint $endpoint): int
{
    $redis = $endpoint->phpredis();
    $left = $redis->pttl(KEY);
    $left > 0 || throw new RuntimeException('the key is gone already');

    return hrtime(true) + $left * 1_000_000;
}

foreach ([1, 8] as $waiters) {
    for ($round = 0; $round < $rounds; $round++) {
        usleep(random_int(0, 100_000)); // the last round ended with the server's clock tick
        $holder = new Crew(1, static fn (): iterable => hold($open($endpoint, KEY, TTL)));
        $holder->line();
        $crew = new Crew($waiters, static fn (): iterable => take_turn($open($endpoint, KEY, TTL)));
        usleep(random_int(200_000, 700_000)); // all wait by then
        $end = end_of_key($endpoint);
        $holder->kill();
        $held = array_merge(...array_merge(...array_values($crew->rows())));
        echo "$waiters\t", min($held) - $end, "\t", max($held) - $end, "\n";
        fwrite(STDERR, '.');
    }
}
fwrite(STDERR, "\n");
