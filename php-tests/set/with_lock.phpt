--TEST--
withLock on a set: value, contention, loss, outage
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=0.5');
$lock = $nodes->lock(ttl: 30);
$other = $nodes->lock(ttl: 30);
var_dump($lock->withLock(function ($lock) use ($nodes, $other) {
    $error = caught(fn() => $other->withLock(fn() => print('never')));
    echo get_class($error), ' ', json_encode([$error->getHolder()->token() === $lock->token(), $error->getRetryAfter() > 20 && $error->getRetryAfter() <= 30]), "\n";
    return $nodes->with('k', $lock->token());
}), $nodes->with());
// Lost on one node is nothing; on two it is the end. Two of them suffice for a grant: the third may come later.
$all = fn() => wait_until(fn() => $nodes->with() === '012') ?: throw new LogicException('one has no part in it');
var_dump($lock->withLock(fn($lock) => $all() ? [$nodes->servers[0]->call('DEL', 'k'), $lock->renew()] : null));
$loss = caught(fn() => $lock->withLock(fn($lock) => $all() ? [$nodes->servers[0]->call('DEL', 'k'), $nodes->servers[1]->call('DEL', 'k'), $lock->renew()] : null));
echo get_class($loss), ' ', json_encode($loss->getResult()), "\n";
var_dump(wait_until(fn() => $nodes->with() === '', 3));
// The work is done whatever the release meets.
var_dump($lock->withLock(function () use ($nodes) {
    $nodes->freeze(0, 1);
    return 'done';
}));
$nodes->thaw();
var_dump(wait_until(fn() => $nodes->with() === '', 7));
Nodes::forgive();
$nodes->stop(1, 2);
echo outcomes(fn() => $lock->withLock(fn() => print('never'))), ' ', json_encode($nodes->servers[0]->keys()), "\n";
--EXPECT--
RedisLock\ContendedException [true,true]
string(3) "012"
string(0) ""
array(2) {
  [0]=>
  int(1)
  [1]=>
  bool(true)
}
RedisLock\LostException [1,1,false]
bool(true)
string(4) "done"
bool(true)
granted unreachable unreachable []
