--TEST--
A lock that Symfony keeps as a sorted set is contention until it is gone
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('ZADD', 'k', 4_102_444_800, 'its-token', 4_102_444_800, '__write__');
$server->call('PEXPIRE', 'k', 250);
$lock = lock_on($server);
var_dump($lock->acquire(), $lock->acquire(wait: 10), $server->call('GET', 'k') === $lock->token());
--EXPECT--
bool(false)
bool(true)
bool(true)
