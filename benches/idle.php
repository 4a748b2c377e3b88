<?php

declare(strict_types=1);

/*
 * Memory of idle php-fpm workers: without the extension, with it loaded and not used, and after they served requests
 * with locks, some of them renewed. This PHP itself runs without the extension, and each pool has a copy of the file,
 * as nothing else may share its pages. One TSV line per worker: round, kind, private kB, PSS in kB, threads,
 * connections.
 */

require __DIR__ . '/../php-tests/support/fpm.inc';

const WORKERS = 4;
const REQUESTS = 10; // of each worker, at least
const IDLE = 1_500_000; // µs; the thread goes half a second after it has nothing left to do
// The same for all but for the locks, so that PHP itself needs as much memory.
const REQUEST = <<<'PHP'
    $job = function () use (&$threads) {
        usleep(150_000);
        $threads = count(glob('/proc/self/task/*'));
    };
    if ($_SERVER['LOCK'] === '') {
        $job();
    } else {
        for ($i = 0; $i < 3; $i++) {
            $lock = new RedisLock('bench:idle:' . getmypid(), ttl: 10, connection: $_SERVER['LOCK']);
            $lock->acquire() && $lock->release() || throw new RuntimeException('not acquired and released');
        }
        (new RedisLock('bench:idle:' . getmypid(), ttl: 0.3, connection: $_SERVER['LOCK'], autoRenew: true))->withLock($job);
    }
    echo getmypid(), ' ', $threads;
    PHP;

/** Requests, as many at a time as there are workers, until each of them has served its share. */
function serve(TestFpm $pool, string $file, string $lock): void
{
    for ($served = []; count($served) < WORKERS || min($served) < REQUESTS;) {
        $running = array_map(static fn () => $pool->send($file, ['LOCK' => $lock]), range(1, WORKERS));
        foreach ($running as $request) {
            $body = $pool->receive($request)['body'];
            [$pid, $threads] = explode(' ', $body) + [1 => ''];
            $threads === ($lock === '' ? '1' : '2') || throw new RuntimeException("a request said: $body");
            $served[$pid] = ($served[$pid] ?? 0) + 1;
        }
    }
}

/** @return array{int, int, int, int} private kB, PSS in kB, threads, connections */
function measure(int $pid): array
{
    preg_match_all('/^(\w+):\s+(\d+)/m', (string) file_get_contents("/proc/$pid/smaps_rollup"), $sizes);
    $kilobytes = array_combine($sizes[1], $sizes[2]);
    $sockets = array_filter(glob("/proc/$pid/fd/*"), static fn (string $fd): bool => str_starts_with((string) @readlink($fd), 'socket:'));

    return [
        $kilobytes['Private_Clean'] + $kilobytes['Private_Dirty'],
        (int) $kilobytes['Pss'],
        count(glob("/proc/$pid/task/*")),
        count($sockets) - 1, // it listens on one
    ];
}

[, $extension, $folder, $socket, $rounds] = $argv;
file_put_contents("$folder/idle.php", '<?php ' . REQUEST);
$kinds = ['without', 'loaded', 'used'];
foreach ($kinds as $kind) {
    copy($extension, "$folder/idle-$kind.so");
}
for ($round = 0; $round < $rounds; $round++) {
    $pools = [];
    foreach ($kinds as $kind) {
        $pools[$kind] = TestFpm::start(WORKERS, $kind === 'without' ? [] : ['extension' => "$folder/idle-$kind.so"]);
        serve($pools[$kind], "$folder/idle.php", $kind === 'used' ? "redis+unix://$socket" : '');
    }
    usleep(IDLE);
    foreach ($pools as $kind => $pool) {
        foreach ($pool->pids() as $pid) {
            echo "$round\t$kind\t", implode("\t", measure($pid)), "\n";
        }
    }
    array_walk($pools, static fn (TestFpm $pool) => $pool->stop());
    fwrite(STDERR, '.');
}
fwrite(STDERR, "\n");
