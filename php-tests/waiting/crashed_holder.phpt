--TEST--
A holder that dies is followed when its ttl ends, by one of those who wait
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$began = hrtime(true);
$holder = fork_child(function () use ($s) {
    $lock = lock_on($s, ttl: 1.5);
    $lock->acquire();
    send_signal(getmypid(), SIGKILL);
    sleep(60);
});
var_dump(wait_child($holder) === -SIGKILL, $s->call('EXISTS', 'k'));
$children = array_map(fn ($name) => waiting_child($s, $name), ['waiter', 'waiter', 'waiter']);
var_dump(wait_until(fn () => $s->call('LLEN', 'order') > 0, 1.5 + 0.1 + 2));
var_dump((hrtime(true) - $began) / 1e9 >= 1.5);
var_dump(array_map('wait_child', $children) === [0, 0, 0], order($s), left($s));
--EXPECT--
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
string(20) "waiter waiter waiter"
string(7) "nothing"
