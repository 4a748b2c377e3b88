--TEST--
A cluster that does not serve is an outage and never contention, whether its nodes are gone, cut off or refuse; a wait lasts until they are back
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/cluster.inc';
require __DIR__ . '/../support/refusals.inc';

$cluster = TestCluster::start(0);
$nodes = $cluster->nodes;
$dsn = $cluster->dsn('timeout=0.5&connect_timeout=0.5');
$lock = fn(string $key = 'k', mixed ...$more) => new RedisLock($key, ...$more, connection: $dsn);
$owner = $cluster->owner('k');
for ($i = 0; $cluster->owner("other$i") === $owner; $i++);
$other = "other$i";

// The node of the key refuses: those of other keys go on.
foreach (refusals() as $code => [$begin, $end]) {
    echo refused($code, $lock, fn() => $owner->call(...$begin), fn() => $owner->call(...$end),
        fn() => outcome(fn() => $lock($other)->acquire())), "\n";
}

// Every connection is closed, again and again.
$held = $lock('held', ttl: 60);
$held->acquire();
$kill = fn() => array_map(fn($node) => $node->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'), $nodes);
$fine = true;
for ($i = 0; $i < 20; $i++) {
    $kill();
    $fine = $fine && $lock()->acquire() && $lock($other)->acquire();
}
$kill();
echo json_encode([$fine, $held->renew()]), ' ';
$kill();
echo outcome(fn() => $held->release()), "\n";

// One node of three is gone: the others find out, and do not serve either.
$owner->stop();
echo outcome(fn() => $lock()->acquire()), ' ', outcome(fn() => $lock()->withLock(fn() => print('never'))), ' ';
$left = array_values(array_filter($nodes, fn($node) => $node !== $owner))[0];
echo json_encode(wait_until(fn() => str_contains($left->call('CLUSTER', 'INFO'), 'cluster_state:fail'), 20)), ' ';
echo outcome(fn() => $lock($other)->acquire()), ' ', timed(0.3, 2, fn() => $lock($other, wait: 0.3)->acquire()), "\n";
$waiters = array_map(fn($key) => fork_child(fn() => $lock($key, ttl: 20, wait: 60)->acquire() ? 7 : 8), ['k', $other]);
usleep(300_000);
$owner->restart();
echo implode(' ', array_map(fn($waiter) => wait_child($waiter, 60), $waiters)), "\n";

// All are gone. An object is made all the same, and says so when it is used.
$made = $lock();
array_map(fn($node) => $node->stop(), $nodes);
$new = $lock();
echo outcome(fn() => $made->acquire()), ' ', outcome(fn() => $new->acquire()), ' ', outcome(fn() => $new->withLock(fn() => print('never'))), ' ';
echo timed(0.3, 2, fn() => $new->acquire(0.3)), ' ', json_encode([$new->isHeld(), $new->lastContender()]), "\n";
--EXPECT--
OOM: ServerException OOM, ServerException OOM; true true; true; true
NOREPLICAS: ServerException NOREPLICAS, ServerException NOREPLICAS; ServerException NOREPLICAS ServerException NOREPLICAS; true; true
NOPERM: ServerException NOPERM, ServerException NOPERM; true true; true; true
[true,true] true
ConnectionException ConnectionException true ServerException CLUSTERDOWN ServerException CLUSTERDOWN
7 7
ConnectionException ConnectionException ConnectionException ConnectionException [false,null]
