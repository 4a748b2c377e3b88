--TEST--
With the server gone only what asks the network throws, and a lease reads as before until it ends
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 1);
$lock->acquire();
$server->stop();
echo $lock->isHeld() ? 'held' : 'not held', ' ', $lock->remaining() > 0 ? 'left' : 'none', ' ', $lock->state()->name, "\n";
$lock->assertHeld();
echo outcome(fn() => $lock->renew()), ' ', outcome(fn() => $lock->holder()), ' ';
echo outcome(fn() => RedisLock::forceRelease('k', $server->dsn())), "\n";
wait_until(fn() => !$lock->isHeld());
echo $lock->state()->name, ' ', outcome(fn() => $lock->assertHeld()), ' ', outcome(fn() => $lock->renew()), "\n";
$idle = lock_on($server, 'idle');
echo outcome(fn() => $idle->release()), ' ', outcome(fn() => $idle->renew()), ' ', $idle->state()->name, ' ';
echo json_encode([$idle->token(), $idle->key(), $idle->lastContender()]), "\n";
$restore = fn() => RedisLock::restore('k', 'token', connection: $server->dsn());
echo outcome(fn() => $restore()->release()), ' ', outcome(fn() => $restore()->renew()), ' ', outcome(fn() => $restore()->acquire()), ' ', $restore()->detach(), "\n";
--EXPECT--
held left Held
ConnectionException ConnectionException ConnectionException
Lost LostException false
false false Idle [null,"idle",null]
ConnectionException ConnectionException ConnectionException token
