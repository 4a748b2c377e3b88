--TEST--
Objects with equal settings share one connection, others do not
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$received = fn() => preg_match('/total_connections_received:(\d+)/', $server->call('INFO', 'stats'), $m) ? (int) $m[1] : -1;
$before = $received();
for ($i = 0; $i < 5; $i++) {
    $lock = lock_on($server, "k$i");
    $lock->acquire() && $lock->renew() && $lock->release();
    (new RedisLock('k', connection: ['path' => $server->socket]))->withLock(fn() => null);
}
echo $received() - $before, "\n";
(new RedisLock('k', connection: $server->dsn('db=1')))->acquire();
(new RedisLock('k', connection: $server->tcpDsn()))->acquire();
echo $received() - $before, "\n";
--EXPECT--
1
3
