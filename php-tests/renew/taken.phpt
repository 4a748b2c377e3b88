--TEST--
renew of a lease that another took is false and changes nothing of the other's
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lock->acquire();
$server->call('SET', 'k', 'other', 'PX', 20_000);
var_dump($lock->renew(), $lock->state(), $lock->isHeld());
$left = $server->call('PTTL', 'k');
var_dump($server->call('GET', 'k'), $left > 10_000 && $left <= 20_000);
--EXPECT--
bool(false)
enum(RedisLock\State::Lost)
bool(false)
string(5) "other"
bool(true)
