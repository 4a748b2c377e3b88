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

// Another one does not answer: what was written to it is not written elsewhere; the next try finds its replica.
$frozen = null;
foreach ($cluster->nodes as $node) {
    if ($node !== $old && $node !== $new && $node->call('ROLE')[0] === 'master') {
        $frozen = $node;
    }
}
for ($i = 0; $cluster->owner("k$i", $new) !== $frozen; $i++);
$seen = new RedisLock("k$i", ttl: 60, connection: $dsn);
$renewed = new RedisLock("{k$i}renewed", ttl: 20, autoRenew: true, connection: $dsn);
$unseen = new RedisLock("{k$i}unseen", ttl: 60, connection: $dsn);
echo json_encode([$seen->acquire(), $renewed->acquire()]), "\n";
$replica = current(array_filter($cluster->nodes, fn($node) => $node !== $old && ($role = $node->call('ROLE'))[0] === 'slave' && $role[2] === $frozen->port));
wait_until(fn() => $replica->call('DBSIZE') === 2);
$before = array_sum(array_map(fn($node) => $node->calls('set'), array_filter($cluster->nodes, fn($node) => $node !== $old && $node !== $frozen)));
$frozen->freeze();
echo timed(0.4, 1.5, fn() => $unseen->acquire()), ' ';
echo array_sum(array_map(fn($node) => $node->calls('set'), array_filter($cluster->nodes, fn($node) => $node !== $old && $node !== $frozen))) - $before, "\n";
echo timed(0, 20, fn() => $unseen->acquire(40)), ' ', json_encode($replica->call('GET', $unseen->key()) === $unseen->token()), "\n";
$replica->call('PEXPIRE', $renewed->key(), 12000);
echo json_encode(wait_until(fn() => $replica->call('PTTL', $renewed->key()) > 13000, 15)), ' ', json_encode($renewed->isHeld()), "\n";
$frozen->thaw();
wait_until(fn() => $frozen->call('ROLE')[0] === 'slave', 20);
echo json_encode([$seen->release(), $unseen->release(), $renewed->release()]), "\n";
--EXPECT--
[true,true]
true
ConnectionException
true
true true true 7
true true
[true,true]
UncertainException 0
true true
true true
[true,true,true]
