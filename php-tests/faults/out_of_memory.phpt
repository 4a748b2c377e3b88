--TEST--
Out of memory refuses acquire, while a held lease is still renewed and released
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$held = lock_on($server, 'held', ttl: 20);
$held->acquire();
$server->call('CONFIG', 'SET', 'maxmemory', 1);
$lock = lock_on($server);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.3, 1, fn() => $lock->acquire(0.3)), "\n";
echo outcome(fn() => $held->renew()), ' ', outcome(fn() => $held->release()), ' ', json_encode($server->keys()), "\n";
$child = fork_child(function () use ($server) { usleep(300000); $server->call('CONFIG', 'SET', 'maxmemory', 0); });
echo timed(0.3, 4, fn() => $lock->acquire(10)), "\n";
wait_child($child);
--EXPECT--
ServerException OOM
ServerException OOM
true true []
true
