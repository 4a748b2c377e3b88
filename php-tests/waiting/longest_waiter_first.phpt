--TEST--
A release hands the lock to the process that has waited longest, and so on in order
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
// A waiter blocks anew every three seconds, behind the others: only a round within that time says anything.
do {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $began = hrtime(true);
    $children = [];
    foreach (['first', 'second', 'third', 'fourth', 'fifth'] as $number => $name) {
        $children[] = waiting_child($s, $name);
        until_sleeping($s, $number + 1);
    }
    $holder->release();
    $status = array_map('wait_child', $children);
    $order = order($s);
} while (hrtime(true) - $began > 2.5e9);
echo implode(' ', $status), "\n", $order, "\n", left($s), "\n";
--EXPECT--
0 0 0 0 0
first second third fourth fifth
nothing
