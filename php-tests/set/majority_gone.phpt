--TEST--
Without a majority of the configured nodes nobody holds anything: an outage, never contention
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(5);
$held = $nodes->lock('held', ttl: 60);
$before = $nodes->lock();
$before->acquire() && $before->release() && $held->acquire();
$nodes->stop(0, 2, 4);
// Those that are there say no, and are no majority of the five.
foreach (['made before' => $before, 'made after' => $nodes->lock(), 'held by another' => $nodes->lock('held')] as $name => $lock) {
    echo "$name: ", outcomes(fn() => $lock->acquire()), "\n";
    var_dump($lock->isHeld(), $lock->state(), outcome(fn() => $lock->withLock(fn() => print('never'))));
}
// What the minority had granted is taken back.
var_dump($nodes->servers[1]->keys(), $nodes->servers[3]->keys());
// During a wait as well, until enough of them are back.
echo timed(0.3, 3, fn() => $before->acquire(wait: 0.3)), "\n";
var_dump($before->lastContender());
$child = fork_child(function () use ($nodes) {
    usleep(300_000);
    return $nodes->lock()->acquire(wait: 10) ? 0 : 1;
});
$nodes->servers[0]->restart();
var_dump(wait_child($child));
--EXPECT--
made before: unreachable granted unreachable granted unreachable
bool(false)
enum(RedisLock\State::Released)
string(15) "QuorumException"
made after: unreachable granted unreachable granted unreachable
bool(false)
enum(RedisLock\State::Idle)
string(15) "QuorumException"
held by another: unreachable held unreachable held unreachable
bool(false)
enum(RedisLock\State::Idle)
string(15) "QuorumException"
array(1) {
  [0]=>
  string(4) "held"
}
array(1) {
  [0]=>
  string(4) "held"
}
QuorumException
NULL
int(0)
