--TEST--
A lease that is Unknown is Lost when its old validity ends
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', ttl: 2, connection: $server->dsn('timeout=0.1'));
$lock->acquire();
$server->freeze();
echo thrown(fn () => $lock->renew(60)), "\n";
var_dump($lock->state());
var_dump(wait_until(fn () => !$lock->isHeld()), $lock->state(), $lock->remaining(), $lock->renew());
$server->thaw();
--EXPECT--
RedisLock\UncertainException
enum(RedisLock\State::Unknown)
bool(true)
enum(RedisLock\State::Lost)
float(0)
bool(false)
