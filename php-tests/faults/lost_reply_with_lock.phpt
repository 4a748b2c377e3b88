--TEST--
withLock does not run its callback on a grant it cannot be sure of, and leaves none
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 60, connection: $proxy->dsn());
$proxy->eatNextReply('SET');
echo outcome(fn() => $lock->withLock(fn() => print("ran\n"))), "\n";
var_dump(wait_until(fn() => $server->keys() === [], 4));
$proxy->holdNextReply('SET');
$lock = new RedisLock('k', ttl: 60, connection: $proxy->dsn('timeout=0.5'));
echo timed(0.5, 0.6, fn() => $lock->withLock(fn() => print("ran\n"))), "\n";
var_dump(wait_until(fn() => $server->keys() === [], 4));
echo outcome(fn() => $lock->withLock(fn() => 'ran')), "\n";
--EXPECT--
UncertainException
bool(true)
UncertainException
bool(true)
"ran"
