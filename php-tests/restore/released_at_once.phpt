--TEST--
A restored object knows nothing yet and can release at once
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'token', 'PX', 60_000);
$monitor = $server->monitor();
$lock = RedisLock::restore('k', 'token', connection: $server->dsn());
var_dump($lock->state(), $lock->isHeld(), $lock->remaining(), $lock->token(), $lock->key(), $lock->fence(), $monitor->commands());
var_dump($lock->release(), $lock->state(), $lock->token(), $server->keys());
--EXPECT--
enum(RedisLock\State::Unknown)
bool(false)
float(0)
string(5) "token"
string(1) "k"
NULL
array(0) {
}
bool(true)
enum(RedisLock\State::Released)
NULL
array(0) {
}
