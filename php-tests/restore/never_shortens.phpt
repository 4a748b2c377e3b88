--TEST--
renew without ttl on a restored object never shortens what is left
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'token', 'PX', 600_000);
$lock = RedisLock::restore('k', 'token', ttl: 5, connection: $server->dsn());
var_dump($lock->renew(), $lock->isHeld(), $server->call('PTTL', 'k') > 500_000);
--EXPECT--
bool(true)
bool(true)
bool(true)
