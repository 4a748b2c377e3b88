--TEST--
A server busy with somebody's script refuses with BUSY, which passes
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start('--lua-time-limit', '50');
$lock = lock_on($server);
$looping = $server->connect();
$looping->send(['EVAL', 'while true do end', '0']);
wait_until(fn() => $server->call('PING') instanceof ServerError);
echo timed(0, 1, fn() => $lock->acquire()), "\n";
echo timed(0.3, 1, fn() => $lock->acquire(0.3)), "\n";
$child = fork_child(function () use ($server) { usleep(300000); $server->call('SCRIPT', 'KILL'); });
echo timed(0.3, 4, fn() => $lock->acquire(10)), "\n";
wait_child($child);
--EXPECT--
ServerException BUSY
ServerException BUSY
true
