--TEST--
A server that comes up during a wait grants
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->stop();
$child = fork_child(function () use ($server) {
    usleep(300000);
    $server->restart();
    wait_until(fn() => $server->call('EXISTS', 'done') === 1);
});
$lock = lock_on($server);
echo timed(0.3, 5, fn() => $lock->acquire(10)), "\n";
var_dump($lock->isHeld(), $server->keys());
$server->call('SET', 'done', 1);
echo wait_child($child), "\n";
--EXPECT--
true
bool(true)
array(1) {
  [0]=>
  string(1) "k"
}
0
