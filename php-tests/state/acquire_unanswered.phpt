--TEST--
An acquire without answer is Unknown, and the next one takes that grant over
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', ttl: 60, connection: $server->dsn('timeout=0.2'));
$lock->acquire();
$lock->release();
$server->freeze();
echo thrown(fn () => $lock->acquire()), "\n";
var_dump($lock->state(), $lock->isHeld(), $lock->remaining());
$server->thaw();
var_dump($lock->acquire(), $lock->state(), $server->call('GET', 'k') === $lock->token());
var_dump($lock->release(), wait_until(fn () => $server->keys() === []));
--EXPECT--
RedisLock\UncertainException
enum(RedisLock\State::Unknown)
bool(false)
float(0)
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
