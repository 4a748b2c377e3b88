--TEST--
A signal without a handler ends a waiting process at once
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$monitor = $s->monitor();
$lock = lock_on($s);
$child = fork_child(fn () => $lock->acquire(wait: 60) ? 1 : 2);
$tried = wait_until(fn () => preg_grep('/\bk\b/', $monitor->commands()) !== []);
send_signal($child, SIGTERM);
var_dump($tried, wait_child($child, 10) === -SIGTERM, $s->call('GET', 'k'), wait_until(fn () => $s->keys() === ['k']));
--EXPECT--
bool(true)
bool(true)
string(5) "rival"
bool(true)
