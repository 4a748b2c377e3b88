--TEST--
A replica cut off from its primary refuses with MASTERDOWN, which passes
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$replica = TestServer::start('--replicaof', '127.0.0.1', '1', '--replica-serve-stale-data', 'no', '--replica-read-only', 'no');
$lock = lock_on($replica);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.3, 1, fn() => $lock->acquire(0.3)), "\n";
$child = fork_child(function () use ($replica) { usleep(300000); $replica->call('REPLICAOF', 'NO', 'ONE'); });
echo timed(0.3, 4, fn() => $lock->acquire(10)), "\n";
wait_child($child);
--EXPECT--
ServerException MASTERDOWN
ServerException MASTERDOWN
true
