--TEST--
A detached object can acquire again, and what it holds then is released again
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lock->acquire();
$lock->detach();
var_dump($lock->acquire(), $lock->state());
$server->call('DEL', 'k');
var_dump($lock->acquire());
unset($lock);
var_dump($server->keys());
--EXPECT--
bool(false)
enum(RedisLock\State::Released)
bool(true)
array(0) {
}
