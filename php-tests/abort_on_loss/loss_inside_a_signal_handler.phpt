--TEST--
A loss while a signal handler runs comes out of that handler
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
pcntl_async_signals(true);
$after = false;
pcntl_signal(SIGUSR1, function () use (&$after) {
    for ($end = hrtime(true) + 5e9; hrtime(true) < $end;) {
    }
    $after = true;
});
$messages = losses(function () use ($s) {
    $lock = insist(lock_on($s, ttl: 0.4, abortOnLoss: true));
    send_signal(getmypid(), SIGUSR1);
    return $lock;
});
var_dump(count($messages), $after);
--EXPECT--
int(1)
bool(false)
