--TEST--
Every key is locked, renewed, waited for and released on the node of its slot, from any seed
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/cluster.inc';

$cluster = TestCluster::start(0);
$nodes = $cluster->nodes;
$keys = ['order:42', '{a}b', 'a{}b', '{}', 'a{', 'x}{y', 'foo', 'bar', 'hello'];
$dsn = $cluster->dsn('', [$nodes[0]]);

foreach ($keys as $key) {
    $lock = new RedisLock($key, ttl: 20, connection: $dsn);
    $node = $cluster->owner($key);
    $done = [$lock->acquire(), $node->call('GET', $key) === $lock->token(), $lock->renew(60), $node->call('PTTL', $key) > 50000,
        $lock->holder()?->token() === $lock->token(), !(new RedisLock($key, connection: $dsn))->acquire()];
    $waiter = fork_child(fn() => (new RedisLock($key, ttl: 20, wait: 30, connection: $dsn))->acquire() ? 7 : 8);
    $queued = fn() => array_filter($node->keys(), fn($name) => str_starts_with($name, "$key#rl:") && str_ends_with($name, 'w'));
    array_push($done, wait_until($queued), $lock->release(), wait_child($waiter) === 7, $node->call('EXISTS', $key) === 0);
    echo $key, ' ', in_array(false, $done, true) ? json_encode($done) : 'good', "\n";
}
echo count(array_unique(array_map(fn($key) => $cluster->owner($key)->port, $keys))), " nodes\n";

// Renewed in the background, each on its node.
$locks = array_map(fn($key) => new RedisLock($key, ttl: 1.5, autoRenew: true, connection: $dsn), $keys);
echo count(array_filter($locks, fn($lock) => $lock->acquire())), "\n";
usleep(2500000);
echo count(array_filter($locks, fn($lock) => $lock->isHeld() && $cluster->owner($lock->key())->call('GET', $lock->key()) === $lock->token())), "\n";

// All freed together, and at the end of a process.
echo RedisLock::releaseAll(), ' ', array_sum(array_map(fn($node) => $node->call('DBSIZE'), $nodes)), "\n";
run_php('foreach (' . var_export($keys, true) . ' as $key) { ($locks[] = new RedisLock($key, connection: $argv[1] ?? "' . $dsn . '"))->acquire() || exit(3); }');
echo array_sum(array_map(fn($node) => $node->call('DBSIZE'), $nodes)), ' ',
    array_sum(array_map(fn($node) => $node->calls('eval') + $node->calls('evalsha'), $nodes)) > 0 ? 'released' : 'never asked', "\n";
echo outcome(fn() => RedisLock::forceRelease('foo', $dsn)), "\n";

// One that does not own the slot, and no cluster at all.
$other = $cluster->owner('foo') === $nodes[0] ? $nodes[1] : $nodes[0];
echo outcome(fn() => (new RedisLock('foo', connection: $other->tcpDsn()))->acquire()), "\n";
$single = TestServer::start();
echo timed(0, 1, fn() => (new RedisLock('foo', wait: 20, connection: "redis+cluster://127.0.0.1:$single->port"))->acquire()), "\n";

// Whoever may not ask for the map, by the refusals; a seed that is gone, and one that does not answer.
foreach ($nodes as $node) {
    $node->call('ACL', 'SETUSER', 'narrow', 'on', '>n', '~*', '+set', '+get', '+del', '+pexpire', '+eval', '+evalsha');
}
$narrow = str_replace('://', '://narrow:n@', $dsn);
echo json_encode(array_map(fn($key) => outcome(fn() => (new RedisLock($key, connection: $narrow))->acquire()), ['foo', 'bar', 'hello'])), "\n";
$gone = TestServer::freePort();
echo outcome(fn() => (new RedisLock('foo', connection: "redis+cluster://127.0.0.1:$gone,127.0.0.1:{$nodes[1]->port}"))->acquire()), "\n";
$single->freeze();
$frozen = "redis+cluster://127.0.0.1:$single->port,127.0.0.1:{$nodes[1]->port}";
echo timed(0.2, 1, fn() => (new RedisLock('foo', connection: $frozen))->acquire()), "\n";
$error = caught(fn() => (new RedisLock('foo', connection: "redis+cluster://:secret@127.0.0.1:$gone,localhost:$gone"))->acquire());
echo get_class($error), ' ', str_contains($error->getMessage(), "the cluster of 127.0.0.1:$gone, localhost:$gone") && !str_contains($error->getMessage(), 'secret') ? 'named' : $error->getMessage(), "\n";
--EXPECT--
order:42 good
{a}b good
a{}b good
{} good
a{ good
x}{y good
foo good
bar good
hello good
3 nodes
9
9
9 0
0 released
false
ServerException MOVED
ServerException ERR
["true","true","true"]
true
true
RedisLock\ConnectionException named
