--TEST--
A handler may drop the last variable that holds the waiting object
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s, ttl: 60);
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use (&$lock, $s) {
    $lock = null;
    gc_collect_cycles();
    $s->call('DEL', 'k');
});
pcntl_alarm(1);
var_dump($lock->acquire(wait: 10), $lock, wait_until(fn () => $s->keys() === []));
--EXPECT--
bool(true)
NULL
bool(true)
