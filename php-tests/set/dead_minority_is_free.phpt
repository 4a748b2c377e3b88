--TEST--
Frozen nodes that are no majority cost no call a timeout, first or last in the list
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

// Two seconds are a busy machine's; a call that waits for a node would take three.
foreach (['first' => [0, 1], 'last' => [3, 4], 'between' => [1, 3]] as $name => $frozen) {
    $nodes = Nodes::start(5, 'timeout=5&connect_timeout=5');
    $lock = $nodes->lock(ttl: 60);
    $lock->acquire() && $lock->release();
    $nodes->freeze(...$frozen);
    echo "$name:";
    for ($round = 0; $round < 2; $round++) {
        foreach (['acquire', 'renew', 'holder', 'release', 'force'] as $call) {
            $start = hrtime(true);
            $outcome = outcome(fn() => $call === 'force' ? RedisLock::forceRelease('k', $nodes->dsns()) : (bool) $lock->$call());
            $took = (hrtime(true) - $start) / 1e9;
            echo " $outcome", $took < 2 ? '' : " after $took s";
        }
        // Until what failed is not known any more.
        Nodes::forgive();
    }
    echo "\n";
    $nodes->thaw();
    unset($lock);
}
--EXPECT--
first: true true true true false true true true true false
last: true true true true false true true true true false
between: true true true true false true true true true false
