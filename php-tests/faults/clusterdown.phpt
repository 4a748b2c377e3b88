--TEST--
A cluster node that is not ready refuses with CLUSTERDOWN, which passes
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$node = TestServer::start('--cluster-enabled', 'yes');
$lock = lock_on($node);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.3, 1, fn() => $lock->acquire(0.3)), "\n";
$child = fork_child(function () use ($node) { usleep(300000); $node->call('CLUSTER', 'ADDSLOTSRANGE', 0, 16383); });
echo timed(0.3, 6, fn() => $lock->acquire(10)), "\n";
wait_child($child);
--EXPECT--
ServerException CLUSTERDOWN
ServerException CLUSTERDOWN
true
