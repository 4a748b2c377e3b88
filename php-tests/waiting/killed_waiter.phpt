--TEST--
Waiters that are killed cost the others nothing
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
foreach ([SIGKILL, SIGTERM] as $signal) {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $killed = waiting_child($s, 'killed');
    until_sleeping($s, 1);
    $next = waiting_child($s, 'next');
    until_sleeping($s, 2);
    send_signal($killed, $signal);
    echo wait_child($killed) === -$signal ? 'killed' : 'lives', "\n";
    until_sleeping($s, 1);
    $holder->release();
    // Its own block would have lasted three seconds.
    echo json_encode(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2)), ' ', wait_child($next), ' ', order($s), "\n";
    echo left_by_the_dead($s), "\n";
}
--EXPECT--
killed
true 0 next
nothing
killed
true 0 next
nothing
