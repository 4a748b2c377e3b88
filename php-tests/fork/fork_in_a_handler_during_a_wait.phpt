--TEST--
A process forked by a signal handler during a wait may exit; the parent waits on
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s);
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use (&$child) { $child = fork_child(fn () => 3); });
pcntl_alarm(1);
$start = hrtime(true);
var_dump($lock->acquire(wait: 2), (hrtime(true) - $start) / 1e9 >= 2);
var_dump(wait_child($child), $s->keys());
$s->call('DEL', 'k');
var_dump($lock->acquire(), $lock->release());
--EXPECT--
bool(false)
bool(true)
int(3)
array(1) {
  [0]=>
  string(1) "k"
}
bool(true)
bool(true)
