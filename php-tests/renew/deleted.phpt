--TEST--
renew of a deleted lease is false, the object is Lost, and no key is created
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$server->call('DEL', 'k');
var_dump($lock->isHeld(), $lock->renew(), $lock->state(), $lock->isHeld(), $lock->remaining());
var_dump($lock->renew(), $lock->release(), $server->keys());
--EXPECT--
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
float(0)
bool(false)
bool(false)
array(0) {
}
