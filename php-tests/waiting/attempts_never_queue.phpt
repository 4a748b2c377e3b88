--TEST--
fixed and exponential poll, with their own wait too, and never queue
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$monitor = $s->monitor();
foreach ([RedisLock\RetryPolicy::fixed(5, 0.01), RedisLock\RetryPolicy::exponential(5, 0.01)] as $policy) {
    $lock = lock_on($s, retry: $policy);
    foreach ([fn () => $lock->acquire(), fn () => $lock->acquire(wait: 20), fn () => $lock->withLock(fn () => 1, wait: 20)] as $call) {
        echo outcome($call), ' ', json_encode(array_count_values(array_map(fn ($line) => strtok($line, ' '), $monitor->commands()))), ' ';
        echo implode(' ', $s->keys()), "\n";
    }
}
var_dump($holder->release(), left($s));
--EXPECT--
false {"SET":5} k
false {"SET":5} k
ContendedException {"SET":5,"GET":1,"PTTL":1} k
false {"SET":5} k
false {"SET":5} k
ContendedException {"SET":5,"GET":1,"PTTL":1} k
bool(true)
string(7) "nothing"
