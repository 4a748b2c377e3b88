--TEST--
A connection the server closed for idleness is replaced without a word
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$server->call('CONFIG', 'SET', 'timeout', 1);
var_dump(wait_until(fn() => $server->connections() === 0));
echo outcome(fn() => $lock->release()), ' ', outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
bool(true)
true true
