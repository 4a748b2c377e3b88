--TEST--
Acquiring on an object that holds its lease renews it and keeps the token
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
$monitor = $server->monitor();
var_dump($lock->acquire(), $lock->state(), $lock->token() === $token);
var_dump(count(preg_grep('/^SET /i', $monitor->commands())), $server->call('PTTL', 'k') > 25_000);
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
int(0)
bool(true)
