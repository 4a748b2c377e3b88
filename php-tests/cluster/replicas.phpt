--TEST--
In a cluster the replicas of the node that granted are waited for, on the connection that carried the grant
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/cluster.inc';

$cluster = TestCluster::start();
$lock = fn(string $key, int $replicas, mixed ...$more) => new RedisLock($key, ...$more, ttl: 20, replicas: $replicas, connection: $cluster->dsn());
// Each on another node, with one replica each; two there are not.
foreach (['b', 'c', 'a'] as $key) {
    [$held, $other] = [$lock($key, 1), $lock("{{$key}}", 2)];
    echo outcome(fn() => $held->acquire()), ' ', $cluster->owner($key)->calls('wait'), ' ', outcome(fn() => $other->acquire()), "\n";
}
// In the queue as well, also where a signal handler used another node meanwhile.
$held = $lock('q', 1);
$held->acquire();
$waiter = fork_child(function () use ($lock) {
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn() => $lock('b', 1)->acquire());
    return $lock('q', 1)->acquire(30) ? 7 : 8;
});
wait_until(fn() => str_contains($cluster->owner('q')->call('INFO', 'clients'), 'blocked_clients:1'));
$other = $cluster->owner('b');
$waits = $other->calls('wait');
send_signal($waiter, SIGUSR1);
echo json_encode(wait_until(fn() => $other->calls('wait') > $waits)), ' ';
$deleted = $cluster->owner('q')->calls('del');
echo outcome(fn() => $held->release()), ' ', wait_child($waiter), ' ';
// This release and the waiter's: no grant was given back for want of its connection.
echo $cluster->owner('q')->calls('del') - $deleted, "\n";
--EXPECT--
true 1 ServerException NOREPLICAS
true 1 ServerException NOREPLICAS
true 1 ServerException NOREPLICAS
true true 7 2
