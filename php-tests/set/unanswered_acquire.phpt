--TEST--
An acquire without answers of a majority leaves the object Unknown, one that was refused or met a holder does not
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=0.3');
$state = fn(RedisLock $lock) => $lock->state()->name;
$warm = fn() => $nodes->lock('warm', ttl: 1)->acquire();
$warm();
$nodes->freeze(0, 1);
$lock = $nodes->lock(ttl: 4);
echo outcome(fn() => $lock->acquire()), ' ', $state($lock), ' ', json_encode($lock->isHeld()), ' ';
$nodes->thaw();
// What had landed was taken back, and the next answer tells.
echo json_encode(wait_until(fn() => $nodes->with() === '')), ' ', outcome(fn() => $lock->acquire(wait: 5)), ' ', $state($lock), ' ';
echo outcome(fn() => $lock->release()), ' ', $state($lock), "\n";

// Without a lease there is nothing to release.
Nodes::forgive();
$warm();
$nodes->freeze(0, 1);
$lock = $nodes->lock(ttl: 4);
echo outcome(fn() => $lock->acquire()), ' ', $state($lock), ' ', outcome(fn() => $lock->release()), ' ', $state($lock), "\n";
$nodes->thaw();

// An answer of a majority that is no: nothing can be ours.
Nodes::forgive();
wait_until(fn() => outcome($warm) === 'true');
array_map(fn($index) => $nodes->servers[$index]->call('SET', 'k', 'other'), [0, 1]);
$nodes->freeze(2);
$lock = $nodes->lock(ttl: 4);
echo outcome(fn() => $lock->acquire()), ' ', $state($lock), ' ';
array_map(fn($index) => $nodes->servers[$index]->call('CONFIG', 'SET', 'maxmemory', 1), [0, 1]);
array_map(fn($index) => $nodes->servers[$index]->call('DEL', 'k'), [0, 1]);
echo outcome(fn() => $lock->acquire()), ' ', $state($lock), "\n";
$nodes->thaw();

// The code of a right that a script lacks is named.
array_map(fn($index) => $nodes->servers[$index]->call('CONFIG', 'SET', 'maxmemory', 0), [0, 1]);
$nodes->call('ACL', 'SETUSER', 'default', '-time');
$error = caught(fn() => $nodes->lock('numbered', fencing: true)->acquire());
foreach ($error->getNodes() as $node) {
    echo substr($node['detail'], 0, 7);
}
--EXPECT--
QuorumException Unknown false true true Held true Released
QuorumException Unknown false Idle
false Idle QuorumException Idle
NOPERM NOPERM NOPERM 
