--TEST--
Acquiring on an object whose lease was deleted is a grant afresh; if it was taken, false
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$first = $lock->token();
$server->call('DEL', 'k');
var_dump($lock->acquire(), $lock->state(), $lock->token() !== $first, $server->call('GET', 'k') === $lock->token());
$server->call('SET', 'k', 'other', 'PX', 60_000);
var_dump($lock->acquire(), $lock->state(), $lock->isHeld(), $server->call('GET', 'k'));
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
string(5) "other"
