--TEST--
A fenced lease is renewed through the move of its slot, and its number goes with the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/cluster.inc';

$cluster = TestCluster::start(0);
$dsn = $cluster->dsn();
$lock = fn(string $key, mixed ...$more) => new RedisLock($key, ...$more, connection: $dsn, fencing: true);
// A key without a tag of its own: the number lies beside it, in the same slot.
$key = 'order:7';
$from = $cluster->owner($key);
$to = $from === $cluster->nodes[0] ? $cluster->nodes[1] : $cluster->nodes[0];
$numbers = fn(TestServer $node) => count(preg_grep('/#rl:.*f$/', $node->call('CLUSTER', 'GETKEYSINSLOT', $cluster->slot($key), 100)));

$first = $lock($key, ttl: 1.5, autoRenew: true);
echo json_encode([$first->acquire(), $numbers($from)]), "\n";
$cluster->begin_move($key, $from, $to);
$cluster->move_keys($key, $from, $to);
$renewals = $to->calls('pexpire');
echo json_encode([wait_until(fn() => $to->calls('pexpire') >= $renewals + 2), $first->isHeld(), $to->call('ASKING'), $to->call('GET', $key) === $first->token()]), "\n";
$fence = $first->fence();
$waiter = fork_child(function () use ($lock, $key, $fence) {
    $next = $lock($key, ttl: 20);
    return $next->acquire(40) && $next->fence() > $fence ? 7 : 8;
});
$cluster->end_move($key, $from, $to);
echo json_encode(wait_until(fn() => str_contains($to->call('INFO', 'clients'), 'blocked_clients:1'))), ' ';
$renewals = $to->calls('pexpire');
echo json_encode([wait_until(fn() => $to->calls('pexpire') >= $renewals + 2), $first->isHeld(), $numbers($from), $numbers($to)]), "\n";
echo outcome(fn() => $first->release()), ' ', wait_child($waiter), "\n";

// Key and number cannot be used together while neither is anywhere: no grant then, rather than one without a number.
$cluster->begin_move('{s}', $a = $cluster->owner('{s}'), $b = $a === $to ? $from : $to);
echo outcome(fn() => $lock('{s}new')->acquire()), ' ', $a->call('CLUSTER', 'COUNTKEYSINSLOT', $cluster->slot('{s}')), ' ';
$patient = fork_child(fn() => $lock('{s}new', ttl: 20, wait: 40)->acquire() ? 7 : 8);
usleep(300000);
$cluster->end_move('{s}', $a, $b);
echo wait_child($patient), "\n";
--EXPECT--
[true,1]
[true,true,"OK",true]
true [true,true,0,1]
true 7
ServerException TRYAGAIN 0 7
