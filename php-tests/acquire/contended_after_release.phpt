--TEST--
Contention leaves a released or a lost object as it was
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$lock->release();
$server->call('SET', 'k', 'other');
var_dump($lock->acquire(), $lock->state(), $lock->token());
$server->call('DEL', 'k');
$lock->acquire();
$server->call('SET', 'k', 'other');
var_dump($lock->renew(), $lock->state(), $lock->acquire(), $lock->state(), $lock->isHeld());
--EXPECT--
bool(false)
enum(RedisLock\State::Released)
NULL
bool(false)
enum(RedisLock\State::Lost)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
