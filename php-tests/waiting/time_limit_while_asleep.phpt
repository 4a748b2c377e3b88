--TEST--
Sleeping in the queue does not use up PHP's time limit
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$child = once_sleeping($s, 1, function () use ($s) {
    sleep(2);
    RedisLock::forceRelease('k', $s->dsn());
});
$lock = lock_on($s, ttl: 60);
set_time_limit(1);
echo timed(1.9, 2.5, fn () => $lock->acquire(wait: 30)), "\n";
set_time_limit(0);
var_dump($lock->release(), wait_child($child), left($s));
--EXPECT--
true
bool(true)
int(0)
string(7) "nothing"
