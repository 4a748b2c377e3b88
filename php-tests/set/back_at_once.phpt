--TEST--
Nodes that answer again are asked again at once
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$lock = $nodes->lock(ttl: 2);
$lock->acquire() && $lock->release();
$nodes->freeze(0, 1);
echo outcome(fn() => $lock->acquire()), "\n";
$nodes->thaw();
// What the failed try left there goes within moments.
wait_until(fn() => $nodes->with() === '', 0.5);
$nodes->call('DEL', 'k');
echo outcome(fn() => $nodes->lock('other', ttl: 2)->acquire()), "\n";
--EXPECT--
QuorumException
true
