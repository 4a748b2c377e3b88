--TEST--
release of a lease that was deleted is false and the object is Lost
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$server->call('DEL', 'k');
var_dump($lock->release(), $lock->state(), $lock->release());
--EXPECT--
bool(false)
enum(RedisLock\State::Lost)
bool(false)
