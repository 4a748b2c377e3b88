--TEST--
On a node of a cluster the key of the numbers is in the slot of every key, whatever its braces
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../waiting/queue.inc';
$s = TestServer::start('--cluster-enabled', 'yes');
$s->call('CLUSTER', 'ADDSLOTSRANGE', 0, 16383);
wait_until(fn () => str_contains($s->call('CLUSTER', 'INFO'), 'cluster_state:ok')) ?: die('no cluster');
foreach (['order:42', '{a}b', 'a{}b', '{}', 'a{', 'x}{y'] as $key) {
    $lock = lock_on($s, $key, fencing: true);
    echo $key, ' ', json_encode([$lock->acquire(), $lock->renew(), $first = $lock->fence()]) === json_encode([true, true, $first]) ? 'held' : 'not held';
    $child = once_sleeping($s, 1, fn () => RedisLock::forceRelease($key, connection: $s->dsn()) ? 0 : 1);
    $next = lock_on($s, $key, fencing: true);
    echo ' ', outcome(fn () => $next->acquire(20)), json_encode($next->fence() > $first), ' ', outcome(fn () => $next->release()), ' ', wait_child($child), "\n";
}
--EXPECT--
order:42 held truetrue true 0
{a}b held truetrue true 0
a{}b held truetrue true 0
{} held truetrue true 0
a{ held truetrue true 0
x}{y held truetrue true 0
