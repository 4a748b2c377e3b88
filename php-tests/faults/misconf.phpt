--TEST--
A server that cannot save its data refuses with MISCONF, which passes
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
// A folder in the way of the dump makes saving fail, also for root.
mkdir(dirname($server->socket) . '/dump.rdb/in-the-way', 0700, true);
$server->call('CONFIG', 'SET', 'save', '3600 1');
$server->call('BGSAVE');
wait_until(fn() => str_contains($server->call('INFO', 'persistence'), 'rdb_last_bgsave_status:err'));
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.3, 1, fn() => $lock->acquire(0.3)), "\n";
$child = fork_child(function () use ($server) { usleep(300000); $server->call('CONFIG', 'SET', 'stop-writes-on-bgsave-error', 'no'); });
echo timed(0.3, 4, fn() => $lock->acquire(10)), "\n";
wait_child($child);
--EXPECT--
ServerException MISCONF
ServerException MISCONF
true
