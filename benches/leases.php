<?php

declare(strict_types=1);

/*
 * A thousand leases renewed in the background of one process that sleeps, and the same process before it had any.
 * One TSV line each: leases, seconds, threads besides PHP's own, connections besides PHP's own, CPU nanoseconds of the
 * process and of the server, renewals, writes, leases still held, the smallest remaining() in milliseconds.
 */

require __DIR__ . '/Endpoint.php';
require __DIR__ . '/blocks.php';

const LEASES = 1000;
const TTL = 30.0;

/** The server's answers of one moment. */
function ask_server(Endpoint $endpoint): array
{
    $redis = $endpoint->phpredis();
    $cpu = $redis->info('cpu');
    preg_match('/^calls=(\d+)/', $redis->info('commandstats')['cmdstat_pexpire'] ?? '', $renewals);

    return [
        'connections' => count($redis->client('list')) - 1,
        'renewals' => (int) ($renewals[1] ?? 0), // its script calls this once a lease is found to be ours
        'cpu' => (int) round(($cpu['used_cpu_user'] + $cpu['used_cpu_sys']) * 1e9),
    ];
}

/** @param list<RedisLock> $locks */
function watch(Endpoint $endpoint, FFI $sends, array $locks, float $seconds): void
{
    $before = ask_server($endpoint);
    [$written, $cpu] = [$sends->sends_so_far(), cpu_ns()];
    usleep((int) ($seconds * 1e6));
    [$written, $cpu] = [$sends->sends_so_far() - $written, cpu_ns() - $cpu];
    $after = ask_server($endpoint);
    $left = array_map(static fn (RedisLock $lock): float => $lock->remaining(), $locks);
    echo implode("\t", [
        count($locks),
        $seconds,
        count(glob('/proc/self/task/*')) - 1,
        $after['connections'] - 1,
        $cpu,
        $after['cpu'] - $before['cpu'],
        $after['renewals'] - $before['renewals'],
        $written,
        count(array_filter($left)),
        $left === [] ? 0 : (int) (min($left) * 1000),
    ]), "\n";
    fwrite(STDERR, '.');
}

[, $port, $seconds, $counter] = $argv;
$endpoint = new Endpoint('tcp', '127.0.0.1', (int) $port, '');
$sends = FFI::cdef('long sends_so_far(void);', $counter);

(new RedisLock('bench:leases', ttl: TTL, connection: $endpoint->dsn()))->withLock(static fn () => null); // connects
$sends->sends_so_far() > 0 || throw new RuntimeException('writes are not counted');
watch($endpoint, $sends, [], $seconds / 5);

$locks = [];
for ($i = 0; $i < LEASES; $i++) {
    $locks[] = $lock = new RedisLock("bench:leases:$i", ttl: TTL, connection: $endpoint->dsn(), autoRenew: true);
    $lock->acquire() || throw new RuntimeException('not acquired');
}
watch($endpoint, $sends, $locks, (float) $seconds);
RedisLock::releaseAll();
fwrite(STDERR, "\n");
