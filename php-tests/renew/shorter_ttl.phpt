--TEST--
A shorter ttl lowers what the object believes, never what the server keeps
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lock->acquire();
var_dump($lock->renew(5), $lock->state());
var_dump($lock->remaining() <= 5.0 && $lock->remaining() > 1.0, $server->call('PTTL', 'k') > 50_000);
var_dump($lock->renew(), $lock->remaining() <= 5.0, $server->call('PTTL', 'k') > 50_000);
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
