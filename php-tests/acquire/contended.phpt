--TEST--
A key held by another is false, and neither its value nor its expiry changes
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other', 'PX', 60_000);
$lock = lock_on($server, ttl: 1);
var_dump($lock->acquire(), $lock->state(), $lock->isHeld(), $lock->remaining(), $lock->token());
var_dump($server->call('GET', 'k'), $server->call('PTTL', 'k') > 50_000);
var_dump($lock->release(), $lock->renew(), $server->call('GET', 'k'));
--EXPECT--
bool(false)
enum(RedisLock\State::Idle)
bool(false)
float(0)
NULL
string(5) "other"
bool(true)
bool(false)
bool(false)
string(5) "other"
