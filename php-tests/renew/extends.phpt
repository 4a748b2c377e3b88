--TEST--
renew starts the lease anew
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 30);
$lock->acquire();
$token = $lock->token();
$server->call('PEXPIRE', 'k', 5_000);
var_dump($lock->renew(), $lock->state(), $lock->token() === $token, $server->call('GET', 'k') === $token);
$left = $server->call('PTTL', 'k');
var_dump($left > 25_000 && $left <= 30_000, $lock->remaining() > 25.0, $lock->remaining() * 1000 <= $left);
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
