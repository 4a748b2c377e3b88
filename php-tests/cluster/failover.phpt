--TEST--
When a primary of a cluster dies its replica grants, renews and wakes, and no answer is taken for another
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/cluster.inc';

$cluster = TestCluster::start();
$key = 'order:42';
$old = $cluster->owner($key);
// The only seed dies.
$dsn = $cluster->dsn('timeout=0.5&connect_timeout=0.5', [$old]);
$asked = $cluster->nodes[($cluster->nodes[0] === $old) ? 1 : 0];

$kept = new RedisLock('{order:42}', ttl: 20, autoRenew: true, connection: $dsn);
$held = new RedisLock($key, ttl: 60, connection: $dsn);
echo json_encode([$kept->acquire(), $held->acquire()]), "\n";
$replicas = array_filter($cluster->nodes, fn($node) => $node->call('ROLE')[0] === 'slave' && $node->call('ROLE')[2] === $old->port);
wait_until(fn() => current($replicas)->call('DBSIZE') === 2);
$waiter = fork_child(fn() => (new RedisLock($key, ttl: 20, wait: 60, connection: $dsn))->acquire() ? 7 : 8);
echo json_encode(wait_until(fn() => count($old->keys()) === 3)), "\n";

$old->stop();
echo timed(0, 1.5, fn() => (new RedisLock('{order:42}new', connection: $dsn))->acquire()), "\n";
echo timed(0, 20, fn() => (new RedisLock('{order:42}new', wait: 40, connection: $dsn))->acquire()), "\n";
$new = $cluster->owner($key, $asked);
echo json_encode($new !== $old), ' ', outcome(fn() => $held->renew()), ' ', outcome(fn() => $held->release()), ' ', wait_child($waiter, 40), "\n";
$new->call('PEXPIRE', '{order:42}', 12000);
echo json_encode(wait_until(fn() => $new->call('PTTL', '{order:42}') > 13000, 15)), ' ', outcome(fn() => $kept->release()), "\n";
--EXPECT--
[true,true]
true
ConnectionException
true
true true true 7
true true
