--TEST--
renew with a ttl sets that of a restored grant
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'token', 'PX', 5_000);
$lock = RedisLock::restore('k', 'token', connection: $server->dsn());
var_dump($lock->renew(120), $server->call('PTTL', 'k') > 110_000, $lock->remaining() > 100.0);
$server->call('PEXPIRE', 'k', 5_000);
var_dump($lock->renew(), $server->call('PTTL', 'k') > 110_000);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
