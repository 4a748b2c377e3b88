--TEST--
A handler can wait in another queue of the same server while its process sleeps in one
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$lock = lock_on($s, ttl: 60);
$other = lock_on($s, 'other', ttl: 60);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($s, $lock, $other) {
    echo 'handler: ', outcome(fn () => $other->acquire(wait: 30)), ' ', outcome(fn () => $other->release()), "\n";
    // The same key by another object has a wait of its own; the waiting object itself is busy.
    echo 'handler: ', timed(0.3, 0.3, fn () => lock_on($s)->acquire(wait: 0.3)), ' ', queued($s), "\n";
    echo 'handler: ', outcome(fn () => $lock->acquire(wait: 30)), "\n";
});
pcntl_signal(SIGUSR2, function () use ($holder) { $holder->release(); });
$me = getmypid();
$child = once_sleeping($s, 1, function () use ($s, $me) {
    $other = lock_on($s, 'other', ttl: 60);
    $other->acquire();
    send_signal($me, SIGUSR1);
    until_sleeping($s, 2);
    $other->release();
    // It runs when the handler before it has come to its end.
    send_signal($me, SIGUSR2);
});
echo outcome(fn () => $lock->acquire(wait: 30)), ' ', outcome(fn () => $lock->release()), "\n";
echo wait_child($child), ' ', left($s), "\n";
--EXPECT--
handler: true true
handler: false 1
handler: LockException
true true
0 nothing
