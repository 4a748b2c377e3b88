--TEST--
The ttl given to renew is that of this grant from then on, and of no later one
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 5);
$lock->acquire();
var_dump($lock->renew(60), $lock->remaining() > 50.0, $server->call('PTTL', 'k') > 55_000);
$server->call('PEXPIRE', 'k', 10_000);
var_dump($lock->renew(), $lock->remaining() > 50.0, $server->call('PTTL', 'k') > 50_000);
$server->call('PEXPIRE', 'k', 10_000);
var_dump($lock->acquire(), $server->call('PTTL', 'k') > 50_000);
$lock->release();
var_dump($lock->acquire(), $lock->remaining() <= 5.0, $server->call('PTTL', 'k') <= 5_000);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
