--TEST--
A key that becomes another kind of data during a wait is waited for as well
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 0.8);
$holder->acquire();
$child = waiting_child($s, 'waiter');
until_sleeping($s, 1);
$monitor = $s->monitor();
$s->call('DEL', 'k');
$s->call('RPUSH', 'k', 'x');
// It has looked when the holder's time was over, and looks again and again.
$blocks = 0;
$looks = function () use ($monitor, &$blocks) { return ($blocks += count(preg_grep('/^BLPOP/', $monitor->commands()))) > 2; };
var_dump(wait_until($looks));
var_dump($holder->release(), $s->call('DEL', 'k'));
var_dump(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2), wait_child($child), order($s), left($s));
--EXPECT--
bool(true)
bool(false)
int(1)
bool(true)
int(0)
string(6) "waiter"
string(7) "nothing"
