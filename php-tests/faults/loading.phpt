--TEST--
A server that still loads its data is waited for
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('DEBUG', 'POPULATE', 2000);
$server->call('SAVE');
$server->restart('--key-load-delay', '500', '--loading-process-events-interval-bytes', '1024');
$lock = lock_on($server);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.1, 1, fn() => $lock->acquire(0.1)), "\n";
echo timed(0.1, 6, fn() => $lock->acquire(10)), "\n";
--EXPECT--
ServerException LOADING
ServerException LOADING
true
