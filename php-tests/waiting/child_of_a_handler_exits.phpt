--TEST--
A process that a handler forks during a wait and that exits leaves the queue as it is
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
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($s, $holder) {
    $before = sleeping($s);
    var_dump(wait_child(fork_child(fn () => 3)), sleeping($s) === $before, queued($s));
    $holder->release();
});
$me = getmypid();
$child = once_sleeping($s, 1, function () use ($me) { send_signal($me, SIGUSR1); });
var_dump($lock->acquire(wait: 30), $lock->release(), wait_child($child), left($s));
--EXPECT--
int(3)
bool(true)
int(1)
bool(true)
bool(true)
int(0)
string(7) "nothing"
