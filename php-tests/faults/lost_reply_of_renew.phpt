--TEST--
A renewal without answer keeps the old validity, and the next one decides
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 20, connection: $proxy->dsn());
$lock->acquire();
$before = $lock->remaining();
$proxy->eatNextReply('EVAL');
echo outcome(fn() => $lock->renew(40)), ' ', $lock->state()->name, ' ';
var_dump($lock->isHeld(), $lock->remaining() <= $before);
echo outcome(fn() => $lock->renew()), ' ', $lock->state()->name, "\n";
$proxy->eatNextReply('EVAL');
echo outcome(fn() => $lock->renew()), ' ';
$server->call('SET', 'k', 'rival', 'PX', 60000);
echo outcome(fn() => $lock->renew()), ' ', $lock->state()->name, ' ', $server->call('GET', 'k'), "\n";
--EXPECT--
UncertainException Unknown bool(true)
bool(true)
true Held
UncertainException false Lost rival
