--TEST--
A release without answer ends the lease at once and can be asked again
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 60, connection: $proxy->dsn());
$lock->acquire() && $lock->release() && $lock->acquire();
$token = $lock->token();
$proxy->eatNextReply('EVAL');
echo outcome(fn() => $lock->release()), ' ', $lock->state()->name, ' ', $lock->remaining(), ' ';
var_dump($lock->token() === $token);
// The first one did free the key, so this one finds nothing of ours.
echo outcome(fn() => $lock->release()), ' ', $lock->state()->name, ' ', json_encode($server->keys()), "\n";
--EXPECT--
UncertainException Unknown 0 bool(true)
false Lost []
