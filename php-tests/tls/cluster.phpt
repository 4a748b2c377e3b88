--TEST--
The nodes of a cluster are reached over TLS: wherever they point to, while a slot moves, in the background, and when a primary dies
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
require __DIR__ . '/../support/cluster.inc';

$cluster = TestCluster::start(3, new TestAuthority());
$dsn = $cluster->dsn('timeout=1&connect_timeout=1', [$cluster->nodes[0]]);
$lock = fn(string $key, mixed ...$more) => new RedisLock($key, ...$more, connection: $dsn);

$owners = [];
foreach (['a', 'b', 'c', 'order:42', 'a{}b'] as $key) {
    $held = $lock($key, ttl: 20, fencing: true);
    $node = $cluster->owner($key);
    $owners[$node->port] = true;
    $done = [$held->acquire(), is_int($held->fence()), $node->call('GET', $key) === $held->token(), $held->renew(60), !$lock($key)->acquire()];
    $waiter = fork_child(fn() => $lock($key, ttl: 20, wait: 30)->acquire() ? 7 : 8);
    array_push($done, wait_until(fn() => str_contains($node->call('INFO', 'clients'), 'blocked_clients:1')), $held->release(), wait_child($waiter) === 7);
    echo $key, ' ', in_array(false, $done, true) ? json_encode($done) : 'good', "\n";
}
echo count($owners), ' nodes, ';
// The test itself is the only one that comes over the plain ports.
$asked = fn($node) => preg_match_all('/ laddr=127\.0\.0\.1:(\d+) .* cmd=(?!client|NULL|replconf|psync|sync)/m', $node->call('CLIENT', 'LIST'), $found) ? array_unique($found[1]) : [];
echo count(array_filter($cluster->nodes, fn($node) => $asked($node) == [$cluster->port($node)])), " asked over TLS\n";

// A slot moves: ASK, then MOVED, for calls and for the thread that renews.
$from = $cluster->owner('{s}');
$to = $from === $cluster->nodes[1] ? $cluster->nodes[2] : $cluster->nodes[1];
[$kept, $stays] = [$lock('{s}kept', ttl: 1.5, autoRenew: true), $lock('{s}stays', ttl: 30)];
echo json_encode([$kept->acquire(), $stays->acquire()]), ' ';
$cluster->begin_move('{s}', $from, $to);
$cluster->move_keys('{s}', $from, $to, ['{s}kept']);
$new = $lock('{s}new', ttl: 30);
echo json_encode([$new->acquire(), $stays->renew(), $lock('{s}new')->acquire(), $new->release()]), ' ';
$renewals = $to->calls('pexpire');
echo json_encode([wait_until(fn() => $to->calls('pexpire') >= $renewals + 2), $kept->isHeld()]), ' ';
$cluster->move_keys('{s}', $from, $to);
$cluster->end_move('{s}', $from, $to);
$renewals = $to->calls('pexpire');
echo json_encode([wait_until(fn() => $to->calls('pexpire') >= $renewals + 2), $kept->isHeld(), $stays->release()]), "\n";

// The primary dies; its replica goes on.
$waits = fn() => wait_until(fn() => $to->call('WAIT', 1, 100) === 1, 10);
$safe = $lock('{s}safe', ttl: 60, replicas: 1, wait: 10);
echo json_encode([$safe->acquire(), $waits()]), ' ';
$to->stop();
echo json_encode([wait_until(fn() => outcome(fn() => $safe->renew()) === 'true', 40), $safe->release()]), "\n";
--EXPECT--
a good
b good
c good
order:42 good
a{}b good
3 nodes, 3 asked over TLS
[true,true] [true,true,false,true] [true,true] [true,true,true]
[true,true] [true,true]
