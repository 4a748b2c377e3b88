--TEST--
A lease whose validity ended is lost for good, and what is left of it is released
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 0.3);
$lock->acquire();
$server->call('PERSIST', 'k');
wait_until(fn () => !$lock->isHeld());
var_dump($lock->state(), $lock->remaining(), $lock->renew(), $lock->state());
unset($lock);
var_dump(wait_until(fn () => $server->call('EXISTS', 'k') === 0));
--EXPECT--
enum(RedisLock\State::Lost)
float(0)
bool(false)
enum(RedisLock\State::Lost)
bool(true)
