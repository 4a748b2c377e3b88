--TEST--
A waiter is woken by the release and does not look in between
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$monitor = $s->monitor();
$child = waiting_child($s, 'waiter');
until_sleeping($s, 1);
$words = fn () => array_map(fn ($line) => strtok($line, ' '), $monitor->commands());
echo implode(' ', array_diff($words(), ['CLIENT'])), "\n";
usleep(500000);
echo implode(' ', $words()), "\n";
$holder->release();
$status = wait_child($child);
echo $status, ' ', order($s), ' ', in_array('BLPOP', $words()) ? 'blocked again' : 'woken', "\n";
echo left($s), "\n";
--EXPECT--
SET EVALSHA EVAL BLPOP

0 waiter woken
nothing
