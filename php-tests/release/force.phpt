--TEST--
forceRelease deletes whatever holds the key and says whether there was anything
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
var_dump(RedisLock::forceRelease('k', $server->dsn()), $server->keys(), RedisLock::forceRelease('k', $server->dsn()));
var_dump($lock->release(), $lock->state());
$server->call('RPUSH', 'k', 'x');
var_dump(RedisLock::forceRelease('k', $server->dsn()), $server->keys());
$server->call('SET', 'k', 'orphan');
$server->call('SET', 'k2', 'stays');
var_dump(RedisLock::forceRelease('k', $server->dsn()), $server->keys() === ['k2'], $lock->acquire());
--EXPECT--
bool(true)
array(0) {
}
bool(false)
bool(false)
enum(RedisLock\State::Lost)
bool(true)
array(0) {
}
bool(true)
bool(true)
bool(true)
