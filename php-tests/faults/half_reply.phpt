--TEST--
Half a reply is no reply: uncertain, and the next call works
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 60, connection: $proxy->dsn());
$lock->acquire() && $lock->release();
$proxy->cutNextReply(2, 'SET');
echo outcome(fn() => $lock->acquire()), ' ', json_encode($lock->isHeld()), ' ', outcome(fn() => $lock->acquire()), "\n";
$proxy->cutNextReply(1, 'EVAL');
echo outcome(fn() => $lock->release()), ' ';
$lock->release();
echo json_encode($server->keys()), "\n";

$server->call('SET', 'k', str_repeat('x', 300), 'PX', 60000);
$proxy->cutNextReply(100, 'SET');
echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
UncertainException false true
UncertainException []
UncertainException false
