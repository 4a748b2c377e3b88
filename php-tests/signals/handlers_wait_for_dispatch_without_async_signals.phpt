--TEST--
Without pcntl_async_signals a wait runs no handler and keeps its length
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
pcntl_signal(SIGALRM, function () use (&$called) { $called++; });
pcntl_alarm(1);
$start = hrtime(true);
$held = $lock->acquire(wait: 1.6);
$took = (hrtime(true) - $start) / 1e9;
var_dump($held, $called, $took >= 1.6, $took < 6);
pcntl_signal_dispatch();
var_dump($called);
--EXPECT--
bool(false)
int(0)
bool(true)
bool(true)
int(1)
