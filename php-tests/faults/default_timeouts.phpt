--TEST--
Without options a frozen server ends a call after a second
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->freeze();
$took = -microtime(true);
$error = caught(fn() => lock_on($server)->acquire());
$took += microtime(true);
var_dump($error instanceof RedisLock\UnavailableException, $took >= 1.0, $took < 4.1);
--EXPECT--
bool(true)
bool(true)
bool(true)
