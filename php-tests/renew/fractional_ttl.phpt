--TEST--
A ttl with a fraction is an expiry in whole milliseconds
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 1);
$lock->acquire();
var_dump($lock->renew(1500.7), $lock->isHeld());
$left = $server->call('PTTL', 'k');
var_dump($left > 1_490_000 && $left <= 1_500_700);
--EXPECT--
bool(true)
bool(true)
bool(true)
