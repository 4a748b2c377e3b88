--TEST--
A connection to a demoted primary is dropped, so that the address leads to the new one
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$old = TestServer::start();
$new = TestServer::start();
$proxy = TestProxy::start($old);
$lock = new RedisLock('k', connection: $proxy->tcpDsn());
echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->release()), "\n";
$old->call('REPLICAOF', '127.0.0.1', $new->port);
echo outcome(fn() => $lock->acquire()), "\n";
// What is left is the test's own connection.
var_dump(wait_until(fn() => substr_count($old->call('CLIENT', 'LIST', 'TYPE', 'normal'), "\n") === 1));
$proxy->retarget($new);
echo outcome(fn() => $lock->acquire()), ' ', json_encode($new->keys()), "\n";
echo outcome(fn() => $lock->release()), ' ', json_encode($new->keys()), "\n";
--EXPECT--
true true
ServerException READONLY
bool(true)
true ["k"]
true []
