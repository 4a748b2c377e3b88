--TEST--
A server that wants a password ends the call at once with its code, wait or not
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start('--requirepass', 'pw');
$lock = lock_on($server);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0, 1, fn() => $lock->acquire(10)), "\n";
echo timed(0, 1, fn() => $lock->withLock(fn() => print("ran\n"), 10)), "\n";
echo timed(0, 1, fn() => $lock->holder()), "\n";
echo timed(0, 1, fn() => RedisLock::forceRelease('k', $server->dsn())), "\n";
$server->call('AUTH', 'pw');
$server->call('CONFIG', 'SET', 'requirepass', '');
echo outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
ServerException NOAUTH
ServerException NOAUTH
ServerException NOAUTH
ServerException NOAUTH
ServerException NOAUTH
true
