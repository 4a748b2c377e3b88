--TEST--
A release without answer ends the lease here at once and may be repeated
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', ttl: 60, connection: $server->dsn('timeout=0.2'));
$lock->acquire();
$token = $lock->token();
$server->freeze();
echo thrown(fn () => $lock->release()), "\n";
var_dump($lock->state(), $lock->remaining(), $lock->isHeld(), $lock->token() === $token);
$server->thaw();
var_dump(is_bool($lock->release()), in_array($lock->state(), [RedisLock\State::Released, RedisLock\State::Lost], true), $server->keys());
var_dump($lock->acquire());
--EXPECT--
RedisLock\UncertainException
enum(RedisLock\State::Unknown)
float(0)
bool(false)
bool(true)
bool(true)
bool(true)
array(0) {
}
bool(true)
