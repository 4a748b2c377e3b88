--TEST--
redis_lock.wait is the wait of locks that name none
--EXTENSIONS--
redis_lock
--INI--
redis_lock.wait=20
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other', 'PX', 200);
$lock = lock_on($server);
var_dump($lock->acquire(wait: 0), $lock->acquire(), $lock->release());
$server->call('SET', 'k', 'other');
var_dump(lock_on($server, wait: 0)->acquire(), lock_on($server, retry: RedisLock\RetryPolicy::none())->acquire());
ini_set('redis_lock.wait', '0');
var_dump(lock_on($server)->acquire());
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
