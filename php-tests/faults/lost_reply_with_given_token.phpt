--TEST--
A given token counts as ours only on the object whose own try got no answer
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 20, connection: $proxy->dsn(), token: 'mine');
$twin = new RedisLock('k', ttl: 20, connection: $server->dsn(), token: 'mine');
$proxy->eatNextReply('SET');
echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $twin->acquire()), ' ', outcome(fn() => $lock->acquire()), ' ';
echo $server->call('GET', 'k'), ' ', outcome(fn() => $twin->acquire()), ' ', outcome(fn() => $lock->release()), ' ', json_encode($server->keys()), "\n";
--EXPECT--
UncertainException false true mine false true []
