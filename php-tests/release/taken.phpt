--TEST--
release of a lease that another took while it still seemed valid is false and leaves the other's
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lock->acquire();
$server->call('SET', 'k', 'other', 'PX', 20_000);
var_dump($lock->isHeld(), $lock->release(), $lock->state(), $lock->isHeld());
var_dump($server->call('GET', 'k'), $server->call('PTTL', 'k') > 10_000);
--EXPECT--
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
string(5) "other"
bool(true)
