--TEST--
holder is null only where no owner can have a majority; else nobody knows
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=0.3');
$lock = $nodes->lock(ttl: 60);
$lock->acquire();
$nodes->servers[1]->call('DEL', 'k');
$nodes->freeze(2);
for ($i = 0; $i < 2; $i++) {
    echo outcomes(fn() => $lock->holder()), ' ', json_encode($lock->isHeld()), "\n";
}
// Two say that it is free: it is nobody's.
$nodes->servers[0]->call('DEL', 'k');
var_dump($lock->holder());
--EXPECT--
held held uncertain true
held held uncertain true
NULL
