<?php

declare(strict_types=1);

/*
 * A PHP loop that never sleeps, under a short ttl, while three more processes keep the cores busy: with renewal in the
 * background and, under a key of its own, without. From outside it is watched that the key stays, with its token.
 * One TSV line: seconds of the loop, its rounds, how many of them saw the lease lost, smallest remaining() in
 * microseconds, what release() said, renewals, looks from outside, how many did not find the token, smallest PTTL in
 * milliseconds, microseconds that the lease without renewal was held.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/Crew.php';

const KEY = 'bench:busy';
const TTL = 2.0;
const OTHERS = 3;

/** @return iterable<list<int>> that it begins, then what it saw */
function work(string $dsn, int $span): iterable
{
    $lock = new RedisLock(KEY, ttl: TTL, connection: $dsn, autoRenew: true);
    $control = new RedisLock(KEY . ':control', ttl: TTL, connection: $dsn, autoRenew: false);
    $lock->acquire() && $control->acquire() || throw new RuntimeException('not acquired');
    yield [$begin = hrtime(true)];

    [$rounds, $lost, $least, $controlled] = [0, 0, INF, 0];
    for ($now = $begin; $now < $begin + $span; $now = hrtime(true)) {
        for ($i = 0, $sum = 0; $i < 1000; $i++) {
            $sum += $i;
        }
        $rounds++;
        $lost += (int) !$lock->isHeld();
        $least = min($least, $lock->remaining());
        $controlled = $control->isHeld() ? $now - $begin : $controlled;
    }
    yield [$now - $begin, $rounds, $lost, (int) ($least * 1e6), (int) $lock->release(), intdiv($controlled, 1000)];
}

/** @return iterable<never> never in time */
function keep_busy(int $end): iterable
{
    while (hrtime(true) < $end) {
    }

    return [];
}

/** @return array{int, int, int} looks, how many did not find the token, the smallest PTTL */
function look_on(Redis $redis, int $end): array
{
    $token = $redis->get(KEY);
    [$looks, $strange, $least] = [0, 0, PHP_INT_MAX];
    for (; hrtime(true) < $end; usleep(20_000)) {
        [$found, $left] = $redis->multi()->get(KEY)->pttl(KEY)->exec();
        $looks++;
        $strange += (int) ($token === false || $found !== $token);
        $least = min($least, $left);
    }

    return [$looks, $strange, $least];
}

function renewals(Redis $redis): int
{
    return preg_match('/^calls=(\d+)/', $redis->info('commandstats')['cmdstat_pexpire'] ?? '', $calls) ? (int) $calls[1] : 0;
}

[, $port, $seconds] = $argv;
$endpoint = new Endpoint('tcp', '127.0.0.1', (int) $port, '');
$redis = $endpoint->phpredis();
$span = (int) ($seconds * 1e9);

$others = new Crew(OTHERS, static fn (): iterable => keep_busy(hrtime(true) + 2 * $span));
$renewed = renewals($redis);
$worker = new Crew(1, static fn (): iterable => work($endpoint->dsn(), $span));
$begin = (int) $worker->line();
[$looks, $strange, $left] = look_on($redis, $begin + $span - 50_000_000); // it releases at the end
[[$nanoseconds, $rounds, $lost, $least, $released, $controlled]] = array_values($worker->rows())[0];
$others->kill();
$renewed = renewals($redis) - $renewed;
echo implode("\t", [$nanoseconds / 1e9, $rounds, $lost, $least, $released, $renewed, $looks, $strange, $left, $controlled]), "\n";
