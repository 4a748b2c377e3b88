--TEST--
A hundred fibers suspended inside withLock, resumed in another order, each keep their own lease
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$fibers = [];
for ($i = 0; $i < 100; $i++) {
    $fibers[$i] = new Fiber(fn () => lock_on($s, "k$i", ttl: 60)->withLock(function ($lock) {
        Fiber::suspend();
        $lock->assertHeld();
        return $lock->key();
    }));
    $fibers[$i]->start();
}
echo count($s->keys()), "\n";
$order = array_reverse(range(0, 98, 2));
foreach ($order as $i) {
    $fibers[$i]->resume();
    if ($fibers[$i]->getReturn() !== "k$i") {
        echo "wrong key in fiber $i\n";
    }
}
echo count($s->keys()), "\n";
unset($fibers);
gc_collect_cycles();
echo count($s->keys()), "\n";
--EXPECT--
100
50
0
