--TEST--
A restored lease outlives its object, unless autoRelease is asked for
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'kept', 'token', 'PX', 60_000);
$server->call('SET', 'freed', 'token', 'PX', 60_000);
$kept = RedisLock::restore('kept', 'token', connection: $server->dsn());
$freed = RedisLock::restore('freed', 'token', connection: $server->dsn(), autoRelease: true);
var_dump($kept->renew(), $freed->renew());
unset($kept, $freed);
var_dump($server->keys() === ['kept'], RedisLock::releaseAll());
--EXPECT--
bool(true)
bool(true)
bool(true)
int(0)
