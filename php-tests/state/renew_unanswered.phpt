--TEST--
A renewal without answer is Unknown and keeps the validity it had
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
$before = $lock->remaining();
echo thrown(fn () => $lock->renew(3600)), "\n";
var_dump($lock->state(), $lock->isHeld(), $lock->token() === $token, $lock->remaining() < $before, $lock->remaining() > 30.0);
$server->thaw();
var_dump($lock->renew(), $lock->state(), $lock->release());
--EXPECT--
RedisLock\UncertainException
enum(RedisLock\State::Unknown)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Held)
bool(true)
