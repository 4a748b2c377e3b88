--TEST--
The UPDATE of the README refuses the number of a holder that comes too late
--EXTENSIONS--
redis_lock
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../support/guarded.inc';
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$orders = new GuardedOrders();

$late = lock_on($s, ttl: 0.1, fencing: true);
$late->acquire();
$old = $late->fence();
echo $orders->write('begun', $old), $orders->write('begun twice', $old), ' ', $orders->state(), "\n";
// Its process is held up, and its lease ends meanwhile.
wait_until(fn () => !$late->isHeld() && $s->call('EXISTS', 'k') === 0);
$next = lock_on($s, fencing: true);
$next->acquire();
echo $orders->write('done', $next->fence()), ' ', $orders->state(), "\n";
echo $orders->write('late', $old), ' ', $orders->state(), "\n";
--EXPECT--
11 begun twice
1 done
0 done
