--TEST--
A callback may detach; the lease then stays for its ttl
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$token = $lock->withLock(fn ($held) => $held->detach());
var_dump($lock->state(), $server->call('GET', 'k') === $token, $server->call('PTTL', 'k') > 0);
--EXPECT--
enum(RedisLock\State::Released)
bool(true)
bool(true)
