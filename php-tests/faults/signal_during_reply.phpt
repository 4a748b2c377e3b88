--TEST--
A signal while a reply is awaited is not an error, and its handler runs
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire() && $lock->release();
pcntl_async_signals(true);
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });
$pid = getmypid();
$server->freeze();
$child = fork_child(function () use ($server, $pid) {
    for ($i = 0; $i < 5; $i++) {
        usleep(40000);
        send_signal($pid, SIGUSR1);
    }
    $server->thaw();
});
echo timed(0.2, 1, fn() => $lock->acquire()), "\n";
var_dump($handled > 0);
echo wait_child($child), ' ', outcome(fn() => $lock->release()), "\n";
--EXPECT--
true
bool(true)
0 true
