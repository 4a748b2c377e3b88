--TEST--
On an object that holds its lease already, withLock does not release at the end
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$token = $lock->token();
var_dump($lock->withLock(fn () => 'v'), $lock->isHeld(), $server->call('GET', 'k') === $token);
echo thrown(fn () => $lock->withLock(fn () => throw new DomainException)), "\n";
var_dump($lock->isHeld(), $server->call('GET', 'k') === $token, $lock->release());
--EXPECT--
string(1) "v"
bool(true)
bool(true)
DomainException
bool(true)
bool(true)
bool(true)
