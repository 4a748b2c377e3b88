--TEST--
After a fatal error the renewal of the dead request's leases has ended: keys freed, next request locks, thread and descriptors gone
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
$s = TestServer::start();
$fpm = TestFpm::start(1, ['display_errors' => '1', 'log_errors' => '0', 'redis_lock.dsn' => $s->dsn(), 'redis_lock.ttl' => '60']);
[$worker] = $fpm->pids();
$dying = <<<'PHP'
    $more = array_map(fn ($i) => new RedisLock("more $i", autoRenew: true, abortOnLoss: true), range(1, 20));
    array_map(fn ($lock) => $lock->acquire(), $more);
    (new RedisLock('k', autoRenew: true))->withLock(function () {
        ini_set('memory_limit', '4M');
        for (;;) { $fill[] = str_repeat('x', 100000); }
    });
    PHP;
$next = '$lock = new RedisLock("k", autoRenew: true); echo json_encode([getmypid(), $lock->acquire(), $lock->renew(), $lock->release()]);';
// Some requests, each followed by one in the same worker, and what the worker then has at rest.
$use = function (int $requests) use ($fpm, $s, $worker, $dying, $next): array {
    for ($i = 0; $i < $requests; $i++) {
        $body = $fpm->request($dying)['body'];
        str_contains($body, 'Allowed memory size') && $s->keys() === [] || print("$body " . implode(' ', $s->keys()) . "\n");
        $body = $fpm->request($next)['body'];
        $body === "[$worker,true,true,true]" || print("$body\n");
    }
    wait_until(fn () => usage_of($worker)['threads'] === 1);
    return usage_of($worker);
};
$warm = $use(10);
$end = $use(100);
var_dump($end['threads'], $end['descriptors'] <= $warm['descriptors']);
echo $end['rss'] - $warm['rss'] <= 512 ? 'flat' : "$warm[rss] to $end[rss]", "\n";
--EXPECT--
int(1)
bool(true)
flat
