--TEST--
A grant that comes in the moment in which a handler throws goes to the next in the queue
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
foreach ([true, false] as $anotherWaits) {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $lock = lock_on($s, ttl: 60);
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use ($s, $holder, $anotherWaits, &$next) {
        if ($anotherWaits) {
            $next = waiting_child($s, 'next');
            until_sleeping($s, 2);
        }
        $holder->release();
        throw new DomainException('stop');
    });
    $me = getmypid();
    $child = once_sleeping($s, 1, function () use ($me) { send_signal($me, SIGUSR1); });
    echo outcome(fn () => $lock->acquire(wait: 30)), ' ', $lock->state()->name, ' ', wait_child($child), "\n";
    if ($anotherWaits) {
        echo json_encode(wait_until(fn () => $s->call('LLEN', 'order') === 1, 2)), ' ', wait_child($next), ' ', order($s), "\n";
    }
    echo $s->call('EXISTS', 'k'), ' ', queued($s), ' ', left($s), "\n";
    echo outcome(fn () => $lock->acquire(wait: 30)), ' ', outcome(fn () => $lock->release()), ' ', left($s), "\n";
    until_sleeping($s, 0);
}
--EXPECT--
DomainException Idle 0
true 0 next
0 0 nothing
true true nothing
DomainException Idle 0
0 0 nothing
true true nothing
