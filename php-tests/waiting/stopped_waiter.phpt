--TEST--
A waiter stopped while it sleeps holds the key for its ttl at most, and does not believe in it afterwards
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
warm_up($s);
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$stopped = waiting_child($s, 'stopped', ttl: 1.0);
until_sleeping($s, 1);
send_signal($stopped, SIGSTOP);
wait_until(fn () => process_state($stopped) === 'T');
$next = waiting_child($s, 'next');
until_sleeping($s, 2);
$holder->release();
$life = $s->call('PTTL', 'k');
var_dump($life > 0 && $life <= 1000);
// TTL, or the end of a block of three seconds, and up to a tenth of a second of the server's.
var_dump(wait_child($next, 20), order($s));
send_signal($stopped, SIGCONT);
var_dump(wait_child($stopped, 20), order($s), left($s));
--EXPECT--
bool(true)
int(0)
string(4) "next"
int(0)
string(7) "stopped"
string(7) "nothing"
