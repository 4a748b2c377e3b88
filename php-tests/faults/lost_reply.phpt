--TEST--
A grant whose reply was lost is taken over by the same object, or removed for everybody else
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 20, connection: $proxy->dsn());
$proxy->eatNextReply('SET');
echo outcome(fn() => $lock->acquire()), ' ', $lock->state()->name, ' ', json_encode($lock->isHeld()), "\n";
echo outcome(fn() => $lock->acquire()), ' ', $lock->state()->name, "\n";
var_dump($server->call('GET', 'k') === $lock->token());
echo outcome(fn() => $lock->release()), "\n";

$proxy->eatNextReply('SET');
echo outcome(fn() => $lock->acquire()), "\n";
$rival = new RedisLock('k', connection: $proxy->dsn());
echo timed(0, 3, fn() => $rival->acquire(4)), "\n";
--EXPECT--
UncertainException Unknown false
true Held
bool(true)
true
UncertainException
true
