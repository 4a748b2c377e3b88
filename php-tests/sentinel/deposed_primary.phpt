--TEST--
A former primary that serves on, since no sentinel can tell it, soon grants, renews and wakes nobody any more
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/sentinel.inc';

$sentinels = TestSentinels::start();
$dsn = $sentinels->dsn('timeout=2&connect_timeout=2');
$lock = fn(string $key, mixed ...$more) => new RedisLock($key, ...$more, connection: $dsn);
$queued = fn(TestServer $server) => count($server->call('KEYS', 'awaited#rl:*w')) === 1;
$first = $sentinels->primary();

// A connection of each kind: a caller's, a waiter's, that of the renewals.
$lock('warm')->acquire();
$kept = $lock('kept', ttl: 9, autoRenew: true);
$kept->acquire();
$first->call('SET', 'awaited', 'of another client', 'PX', '600000');
$waiter = fork_child(function () use ($lock, $first) {
    $next = $lock('awaited', ttl: 60, autoRelease: false);
    return $next->acquire(120) && $first->call('GET', 'awaited') === 'of another client' ? 7 : 8;
});
echo json_encode(wait_until(fn() => $queued($first))), ' ';
$everywhere = fn() => array_filter($sentinels->servers, fn($server) => $server->call('GET', 'kept') !== $kept->token() || !$server->call('EXISTS', 'awaited'));
echo json_encode(wait_until(fn() => !$everywhere())), ' ';
$renewed = fn() => $first->call('PTTL', 'kept') > 8700;
echo json_encode(wait_until(fn() => !$renewed()) && wait_until($renewed)), "\n";

// What a sentinel would say to it as well.
$first->call('ACL', 'SETUSER', 'default', '-replicaof', '-slaveof');
echo $sentinels->call(0, 'SENTINEL', 'FAILOVER', 'main'), ' ';
$port = fn(int $index) => (int) $sentinels->call($index, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main')[1];
$gone = fn() => !in_array($first->port, array_map($port, [0, 1, 2]), true);
echo json_encode(wait_until($gone, 30)), "\n";
$second = $sentinels->primary();

// An acquire over the connection that was kept.
$there = function () use ($lock, $second) {
    $new = $lock('new' . bin2hex(random_bytes(4)), ttl: 60);
    return $new->acquire() && $second->call('GET', $new->key()) === $new->token();
};
echo json_encode(wait_until($there, 20)), ' ';
// A renewal in the background.
$left = $second->call('PTTL', 'kept');
echo json_encode(wait_until(fn() => $second->call('PTTL', 'kept') > $left, 20)), ' ', outcome(fn() => $kept->isHeld()), ' ';
// A waiter, whose block at the former primary may end in a grant.
echo json_encode(wait_until(fn() => $queued($second), 20)), ' ';
$second->call('DEL', 'awaited');
echo wait_child($waiter, 30), ' ', $first->call('ROLE')[0], "\n";
--EXPECT--
true true true
OK true
true true true true 7 master
