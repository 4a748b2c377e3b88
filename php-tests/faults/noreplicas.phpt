--TEST--
Without enough replicas acquire and release are refused, and the token is kept for another release
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$held = lock_on($server, 'held', ttl: 20);
$held->acquire();
$token = $held->token();
$server->call('CONFIG', 'SET', 'min-replicas-to-write', 1);
$lock = lock_on($server);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.3, 1, fn() => $lock->acquire(0.3)), "\n";
echo timed(0, 1, fn() => $held->release()), "\n";
var_dump($held->token() === $token, $server->call('EXISTS', 'held'));
$child = fork_child(function () use ($server) { usleep(300000); $server->call('CONFIG', 'SET', 'min-replicas-to-write', 0); });
echo timed(0.3, 4, fn() => $lock->acquire(10)), "\n";
wait_child($child);
echo outcome(fn() => $held->release()), ' ', json_encode($server->keys()), "\n";
--EXPECT--
ServerException NOREPLICAS
ServerException NOREPLICAS
ServerException NOREPLICAS
bool(true)
int(1)
true
true ["k"]
