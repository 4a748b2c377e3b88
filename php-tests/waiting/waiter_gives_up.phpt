--TEST--
A waiter that gives up is out of the queue at once and costs the others nothing
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$lock = lock_on($s, ttl: 60);
echo timed(0.3, 0.3, fn () => $lock->acquire(wait: 0.3)), ' ', queued($s), "\n";
echo timed(0.3, 0.3, fn () => $lock->withLock(fn () => 1, wait: 0.3)), ' ', queued($s), "\n";
$next = waiting_child($s, 'next');
wait_until(fn () => queued($s) === 1);
echo timed(0.2, 0.2, fn () => $lock->acquire(wait: 0.2)), ' ', queued($s), "\n";
// Released while the block that was given up may still be pending.
$holder->release();
var_dump(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2), wait_child($next), order($s), left($s));
var_dump($lock->acquire(wait: 1), $lock->release(), left($s));
--EXPECT--
false 0
ContendedException 0
false 1
bool(true)
int(0)
string(4) "next"
string(7) "nothing"
bool(true)
bool(true)
string(7) "nothing"
