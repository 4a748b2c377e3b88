--TEST--
A child ends without waiting for its parent's renewal thread, which it does not have
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60, autoRenew: true);
$lock->acquire();
$threads = fn () => count(glob('/proc/self/task/*'));
$spans = [];
for ($i = 0; $i < 40; $i++) {
    $start = hrtime(true);
    $status = wait_child(fork_child(fn () => $threads()));
    $spans[] = (hrtime(true) - $start) / 1e9;
    $status === 1 || print("$status threads in a child\n");
}
// Waiting for a thread that cannot answer would take all of the 0.25 s that a process gives its own.
var_dump($threads(), min($spans) < 0.2, $lock->isHeld(), $lock->release());
--EXPECT--
int(2)
bool(true)
bool(true)
bool(true)
