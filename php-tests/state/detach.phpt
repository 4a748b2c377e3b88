--TEST--
detach hands out the token and leaves the lease to its ttl
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
var_dump($lock->detach(), $lock->state());
$lock->acquire();
$token = $lock->token();
var_dump($lock->detach() === $token, $lock->state(), $lock->isHeld(), $lock->token());
var_dump($lock->renew(), $lock->release(), RedisLock::releaseAll(), $lock->detach());
unset($lock);
$left = $server->call('PTTL', 'k');
var_dump($server->call('GET', 'k') === $token, $left > 50_000 && $left <= 60_000);
var_dump(RedisLock::restore('k', $token, connection: $server->dsn())->release());
--EXPECTF--
string(0) ""
enum(RedisLock\State::%s)
bool(true)
enum(RedisLock\State::Released)
bool(false)
NULL
bool(false)
bool(false)
int(0)
string(0) ""
bool(true)
bool(true)
bool(true)
