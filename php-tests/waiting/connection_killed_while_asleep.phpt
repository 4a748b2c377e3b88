--TEST--
A waiter whose connection is killed goes on and gets the lock
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
foreach (['its wait' => 'sleeping', 'every' => null] as $which => $ids) {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $child = waiting_child($s, 'waiter');
    until_sleeping($s, 1);
    foreach ([1, 2, 3] as $time) {
        [$id] = sleeping($s);
        $ids ? $s->call('CLIENT', 'KILL', 'ID', $id) : $s->call('CLIENT', 'KILL', 'TYPE', 'normal');
        wait_until(fn () => sleeping($s) !== [$id] && sleeping($s) !== []);
    }
    $holder->release();
    var_dump(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2), wait_child($child), order($s), left_by_the_dead($s));
}
--EXPECT--
bool(true)
int(0)
string(6) "waiter"
string(7) "nothing"
bool(true)
int(0)
string(6) "waiter"
string(7) "nothing"
