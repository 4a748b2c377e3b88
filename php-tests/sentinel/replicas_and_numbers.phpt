--TEST--
Behind sentinels a grant that a replica confirmed outlives the primary, in the queue as well, and numbers go on rising
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/sentinel.inc';

$sentinels = TestSentinels::start();
$dsn = $sentinels->dsn('timeout=0.5&connect_timeout=0.5');
$lock = fn(string $key, int $replicas, mixed ...$more) => new RedisLock($key, ...$more, fencing: true, replicas: $replicas, connection: $dsn);
$first = $sentinels->primary();

$kept = $lock('k', 2, ttl: 120);
echo outcome(fn() => $kept->acquire()), ' ', outcome(fn() => $lock('three', 3)->acquire()), ' ';
// As soon as it is granted.
$first->stop();
$fence = $kept->fence();
$there = fn() => outcome(fn() => $kept->renew()) === 'true';
echo json_encode(wait_until($there, 40)), ' ';
// The sentinels learn of it one after another.
wait_until(fn() => $sentinels->primary() !== $first, 20);
$second = $sentinels->primary();
echo json_encode([$second !== $first, $second->call('GET', 'k') === $kept->token(), $kept->fence() === $fence]), "\n";
echo outcome(fn() => $lock('k', 1)->acquire()), ' ';

// One replica is left, and has to follow the new primary first.
$waiter = fork_child(function () use ($lock, $fence) {
    $next = $lock('k', 1, ttl: 60);
    return $next->acquire(60) && $next->fence() > $fence ? 7 : 8;
});
wait_until(fn() => str_contains($second->call('INFO', 'clients'), 'blocked_clients:1'), 30);
wait_until(fn() => substr_count($second->call('INFO', 'replication'), 'state=online') === 1, 30);
echo outcome(fn() => $kept->release()), ' ', wait_child($waiter, 60), ' ', outcome(fn() => $lock('two', 2)->acquire()), ' ';
// Numbers come from the clock where what was kept of them is lost.
$last = $lock('k', 0, ttl: 60);
$last->acquire(20);
$before = $last->fence();
$last->release();
$second->call('FLUSHALL');
echo outcome(fn() => $last->acquire()), ' ', json_encode($before > $fence && $last->fence() > $before), "\n";
--EXPECT--
true ServerException NOREPLICAS true [true,true,true]
false true 7 ServerException NOREPLICAS true true
