--TEST--
A frozen server ends every call in time, and withLock's callback does not run
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', connection: $server->dsn('timeout=0.5&connect_timeout=0.5'));
$lock->acquire() && $lock->release();
$server->freeze();
echo timed(0.5, 1.1, fn() => $lock->acquire()), ' ', $lock->state()->name, "\n";
echo timed(0.5, 1.6, fn() => $lock->acquire(0.5)), "\n";
echo timed(0.5, 2.1, fn() => $lock->withLock(fn() => print("ran\n"))), "\n";
var_dump($lock->isHeld(), $lock->remaining());
$server->thaw();
echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->release()), "\n";
var_dump(wait_until(fn() => $server->keys() === [], 8));
--EXPECT--
UncertainException Unknown
UncertainException
UncertainException
bool(false)
float(0)
true true
bool(true)
