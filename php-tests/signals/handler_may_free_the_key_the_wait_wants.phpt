--TEST--
A wait that goes on after a handler still gets the lock
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s);
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => $s->call('DEL', 'k'));
pcntl_alarm(1);
$start = hrtime(true);
var_dump($lock->acquire(wait: 30), (hrtime(true) - $start) / 1e9 < 15, $lock->isHeld(), $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
