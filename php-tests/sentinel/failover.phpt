--TEST--
Locks go over to the new primary, on request and after a crash: no grant from a replica, leases renewed, waiters served
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/sentinel.inc';

$sentinels = TestSentinels::start();
$dsn = $sentinels->dsn('timeout=0.5&connect_timeout=0.5');

/**
 * A new key every 50 ms until twenty in a row were granted after the former primary ended: what happened, and how
 * long that took from there. What was granted before it ended may be lost with it.
 */
function acquire_all_along(string $dsn, string $prefix, callable $ended): array
{
    [$kinds, $locks, $start, $granted, $over] = [[], [], hrtime(true), 0, false];
    for ($i = 0; ($took = (hrtime(true) - $start) / 1e9) < 60 && (!$over || $granted < 20); $i++) {
        if (!$over && $over = $ended()) {
            [$start, $granted] = [hrtime(true), 0];
        }
        $lock = new RedisLock("$prefix$i", ttl: 60, autoRelease: false, connection: $dsn);
        $outcome = outcome(fn() => $lock->acquire());
        $kinds[$outcome] = true;
        $granted = $outcome === 'true' ? $granted + 1 : 0;
        $locks[] = $lock;
        usleep(50000);
    }
    return [array_keys($kinds), $took, array_slice($locks, -20)];
}

/** Nothing but grants and outages, and all of the last ones there on the primary. */
function judge(TestSentinels $sentinels, array $run): string
{
    [$kinds, $took, $locks] = $run;
    $strange = array_diff($kinds, ['true', 'ConnectionException', 'UncertainException', 'ServerException READONLY', 'ServerException LOADING', 'ServerException MASTERDOWN']);
    $primary = $sentinels->primary();
    $missing = array_filter($locks, fn($lock) => $primary->call('GET', $lock->key()) !== $lock->token());
    return ($strange ? implode(', ', $strange) : 'clean') . ($missing ? ' missing ' . count($missing) : ' all there') . ($took < 17 ? '' : " after $took s");
}

$kept = new RedisLock('kept', ttl: 20, autoRenew: true, connection: $dsn);
$kept->acquire();
$first = $sentinels->primary();
wait_until(fn() => $sentinels->servers[1]->call('GET', 'kept') && $sentinels->servers[2]->call('GET', 'kept'));

// Somebody waits all along.
$waiter = fork_child(function () use ($dsn) {
    return (new RedisLock('kept', ttl: 20, wait: 150, connection: $dsn))->acquire() ? 7 : 8;
});
$waits = fn($server) => $server->call('ZCARD', $server->call('KEYS', 'kept#rl:*w')[0] ?? 'none') === 1;
echo json_encode(wait_until(fn() => $waits($first))), "\n";

// On request.
echo $sentinels->call(0, 'SENTINEL', 'FAILOVER', 'main'), "\n";
echo judge($sentinels, acquire_all_along($dsn, 'moved', fn() => $first->call('ROLE')[0] === 'slave')), "\n";
$second = $sentinels->primary();
echo json_encode($second !== $first), ' ', json_encode($second->call('GET', 'kept') === $kept->token()), "\n";
echo outcome(fn() => $kept->renew()), ' ', outcome(fn() => $kept->isHeld()), "\n";

// Renewal in the background follows too: a lease is lengthened on the new primary.
$second->call('PEXPIRE', 'kept', 15000);
echo json_encode(wait_until(fn() => $second->call('PTTL', 'kept') > 16000, 15)), "\n";

// The primary dies.
wait_until(fn() => count(array_filter($sentinels->servers, fn($s) => $s->call('GET', 'kept') !== null)) === 3);
echo json_encode(wait_until(fn() => $waits($second))), "\n";
$second->stop();
echo judge($sentinels, acquire_all_along($dsn, 'crashed', fn() => true)), "\n";
$third = $sentinels->primary();
echo json_encode($third !== $second), ' ', outcome(fn() => $kept->renew()), "\n";
$third->call('PEXPIRE', 'kept', 15000);
echo json_encode(wait_until(fn() => $third->call('PTTL', 'kept') > 16000, 15)), "\n";
echo outcome(fn() => $kept->release()), ' ', wait_child($waiter, 60), "\n";
--EXPECT--
true
OK
clean all there
true true
true true
true
true
clean all there
true true
true
true 7
