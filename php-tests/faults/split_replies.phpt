--TEST--
Replies that arrive byte by byte are whole replies
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start('--requirepass', 'pw');
$server->call('AUTH', 'pw');
$proxy = TestProxy::start($server);
$proxy->splitReplies();
$dsn = $proxy->tcpDsn('/1?client_name=slow', ':pw');
$lock = new RedisLock('k', connection: $dsn);
$rival = new RedisLock('k', connection: $dsn);
echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $rival->acquire()), ' ', outcome(fn() => $lock->renew()), ' ';
echo $rival->holder()->token() === $lock->token() ? 'same' : 'other', ' ', outcome(fn() => $lock->release()), "\n";
$server->call('SELECT', 1);
$server->call('SET', 'k', str_repeat('x', 300), 'PX', 60000);
echo outcome(fn() => $lock->acquire()), ' ', strlen($rival->holder()->token()), "\n";
--EXPECT--
true false true same true
false 300
