--TEST--
acquire on a restored object whose key another holds waits like any other
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other', 'PX', 250);
$lock = RedisLock::restore('k', 'token', wait: 20, connection: $server->dsn());
var_dump($lock->acquire(), $lock->state(), $server->call('GET', 'k') === $lock->token());
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
