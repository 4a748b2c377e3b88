--TEST--
A stopped server is an outage, never contention, and the constructor does not notice it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->stop();
$lock = lock_on($server);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.4, 1.4, fn() => $lock->acquire(0.4)), "\n";
echo timed(0.4, 1.4, fn() => $lock->withLock(fn() => print("ran\n"), 0.4)), "\n";
$error = caught(fn() => $lock->acquire(0.1));
echo get_class($error->getPrevious()), "\n";
var_dump($error instanceof RedisLock\UnavailableException, $error instanceof RedisLock\LockException, $lock->isHeld());
$server->restart();
echo outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
ConnectionException
ConnectionException
ConnectionException
RedisLock\ConnectionException
bool(true)
bool(true)
bool(false)
true
