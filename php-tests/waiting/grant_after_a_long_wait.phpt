--TEST--
A lock granted after a wait longer than its ttl is held for its whole ttl, never longer than on the server
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$me = getmypid();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => $holder->release());
$child = once_sleeping($s, 1, function () use ($s, $me) {
    sleep(3);
    send_signal($me, SIGUSR1);
});
$lock = lock_on($s, ttl: 2.5);
var_dump($lock->acquire(wait: 30));
$believed = $lock->remaining();
$kept = $s->call('PTTL', 'k') / 1000;
var_dump($believed > 0, $believed <= 2.5, $lock->state());
// Asked one after the other: what passed in between belongs to neither.
var_dump($lock->remaining() <= $s->call('PTTL', 'k') / 1000 + 0.01, $kept <= 2.5);
var_dump($lock->release(), wait_child($child), left($s));
--EXPECT--
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
int(0)
string(7) "nothing"
