--TEST--
A refused or failed renewal keeps the lease's validity, and acquire on it says so
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 20);
$lock->acquire();
$server->call('REPLICAOF', '127.0.0.1', 1);
echo outcome(fn() => $lock->renew()), ' ', outcome(fn() => $lock->acquire()), ' ', json_encode($lock->isHeld()), "\n";
$server->call('REPLICAOF', 'NO', 'ONE');
echo outcome(fn() => $lock->renew()), ' ', $lock->state()->name, "\n";
$server->stop();
$before = $lock->remaining();
echo outcome(fn() => $lock->renew(60)), ' ', outcome(fn() => $lock->acquire()), ' ', json_encode($lock->isHeld()), ' ';
var_dump($lock->remaining() <= $before);
echo outcome(fn() => $lock->release()), ' ', json_encode($lock->isHeld()), "\n";
--EXPECT--
ServerException READONLY ServerException READONLY true
true Held
ConnectionException ConnectionException true bool(true)
ConnectionException false
