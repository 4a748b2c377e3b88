--TEST--
READONLY passes: retried during a wait, its code when it stays
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire() && $lock->release();
$server->call('REPLICAOF', '127.0.0.1', 1);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.4, 1, fn() => $lock->acquire(0.4)), "\n";
echo timed(0.2, 1, fn() => $lock->withLock(fn() => print("ran\n"), 0.2)), "\n";
$child = fork_child(function () use ($server) { usleep(300000); $server->call('REPLICAOF', 'NO', 'ONE'); });
echo timed(0.3, 4, fn() => $lock->acquire(10)), "\n";
wait_child($child);
echo outcome(fn() => $lock->release()), ' ', json_encode($server->keys()), "\n";
--EXPECT--
ServerException READONLY
ServerException READONLY
ServerException READONLY
true
true []
