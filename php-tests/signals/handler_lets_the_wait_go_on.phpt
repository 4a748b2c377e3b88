--TEST--
After a handler that returns, the wait goes on to its own end
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s);
$called = 0;
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use (&$called) { $called++; });
pcntl_alarm(1);
$start = hrtime(true);
$held = $lock->acquire(wait: 2);
$took = (hrtime(true) - $start) / 1e9;
var_dump($held, $called, $took >= 2.0, $took < 6);
--EXPECT--
bool(false)
int(1)
bool(true)
bool(true)
