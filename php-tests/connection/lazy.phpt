--TEST--
The constructor and everything local never connect
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$received = fn() => preg_match('/total_connections_received:(\d+)/', $server->call('INFO', 'stats'), $m) ? (int) $m[1] : -1;
$before = $received();
$lock = lock_on($server);
$restored = RedisLock::restore('k', 'token', connection: $server->dsn());
$lock->isHeld() || $lock->remaining() || $lock->state() || $lock->key() || $lock->token() || $lock->lastContender();
echo outcome(fn() => $lock->renew()), ' ', outcome(fn() => $lock->release()), ' ', $lock->detach() === '' ? 'nothing' : '', "\n";
$restored->isHeld();
unset($restored);
echo $received() - $before, ' ', $server->connections(), "\n";
$lock->acquire();
echo $received() - $before, ' ', $server->connections(), "\n";
--EXPECT--
false false nothing
0 0
1 1
