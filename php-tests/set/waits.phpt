--TEST--
A wait for a set ends with the release, runs signal handlers meanwhile, and gives up in time
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$held = $nodes->lock(ttl: 60);
$held->acquire();
$lock = $nodes->lock(ttl: 60);
echo timed(0.3, 0.5, fn() => $lock->acquire(wait: 0.3)), ' ', json_encode($lock->lastContender()->token() === $held->token()), "\n";
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use ($lock, $held) {
    echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $held->release()), "\n";
});
pcntl_alarm(1);
echo timed(0.5, 2, fn() => $lock->acquire(wait: 30)), "\n";
pcntl_signal(SIGALRM, fn() => throw new Exception('out of it'));
pcntl_alarm(1);
echo caught(fn() => $held->acquire(wait: 30))->getMessage(), ' ', $held->state()->name, "\n";
// Held by nobody once this one ends, and by no try of the other's.
var_dump($lock->release(), wait_until(fn() => $nodes->with() === '', 3));
// Its holder is killed: the ttl ends it.
run_php('$lock = new RedisLock("k", ttl: 1.5, connection: getenv("DSNS")); $lock->acquire(); exec("kill -9 " . getmypid());', [], ['DSNS' => implode(' ', $nodes->dsns())]);
echo timed(0.5, 2, fn() => $lock->acquire(wait: 30)), "\n";
--EXPECT--
false true
LockException true
true
out of it Released
bool(true)
bool(true)
true
