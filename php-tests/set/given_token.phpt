--TEST--
A token that the caller gave is never removed in the background from a newer grant
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$lock = $nodes->lock(ttl: 60, token: 'job-7');
$lock->acquire() && $lock->release();
$nodes->freeze(0, 1);
echo outcome(fn() => $lock->acquire()), "\n";
usleep(1_500_000);
$nodes->thaw();
echo outcome(fn() => $lock->acquire(wait: 5)), "\n";
// As long as a removal would be repeated.
var_dump(wait_until(fn() => $nodes->with('k', 'job-7') !== '012', 7), $lock->isHeld());
--EXPECT--
QuorumException
true
bool(false)
bool(true)
