--TEST--
A lost grant of an object that is gone is removed all the same
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 60, connection: $proxy->dsn());
$proxy->eatNextReply('SET');
echo outcome(fn() => $lock->acquire()), ' ';
unset($lock);
var_dump(wait_until(fn() => $server->keys() === [], 8));
--EXPECT--
UncertainException bool(true)
