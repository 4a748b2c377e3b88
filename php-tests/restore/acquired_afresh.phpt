--TEST--
acquire on a restored object whose lease is gone goes on afresh
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = RedisLock::restore('k', 'token', ttl: 60, connection: $server->dsn());
var_dump($lock->acquire(), $lock->state(), $server->call('GET', 'k') === $lock->token());
$lock->release();
$server->call('SET', 'k', 'other');
$lock = RedisLock::restore('k', 'token', connection: $server->dsn());
var_dump($lock->acquire(), $lock->state(), $lock->isHeld(), $server->call('GET', 'k'));
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
string(5) "other"
