--TEST--
Where a majority says that the key is held it is contention, whatever the others say and in whatever order
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$held = $nodes->lock(ttl: 60);
$held->acquire();
$nodes->servers[0]->call('DEL', 'k');
$nodes->servers[0]->call('CONFIG', 'SET', 'maxmemory', 1);
$lock = $nodes->lock();
$seen = [];
for ($i = 0; $i < 500; $i++) {
    $seen[outcome(fn() => $lock->acquire())] = true;
}
echo implode(' ', array_keys($seen)), "\n";
var_dump($lock->lastContender()->token() === $held->token());
$error = caught(fn() => $lock->withLock(fn() => print('never')));
var_dump(get_class($error), $error->getRetryAfter() > 50 && $error->getRetryAfter() <= 60);
// One that holds it and two that could not serve are no majority.
$nodes->servers[1]->call('DEL', 'k');
$nodes->servers[1]->call('CONFIG', 'SET', 'maxmemory', 1);
echo outcomes(fn() => $lock->acquire()), "\n";
--EXPECT--
false
bool(true)
string(28) "RedisLock\ContendedException"
bool(true)
refused refused held
