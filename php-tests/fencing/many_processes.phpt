--TEST--
In the order of their critical sections the numbers of many processes grow strictly
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$children = [];
for ($i = 0; $i < 6; $i++) {
    $children[] = fork_child(function () use ($s) {
        $lock = lock_on($s, fencing: true);
        for ($turn = 0; $turn < 30; $turn++) {
            $lock->withLock(fn ($lock) => $s->call('RPUSH', 'numbers', $lock->fence()), wait: 60);
        }
    });
}
foreach ($children as $child) {
    echo wait_child($child, 60);
}
$numbers = array_map('intval', $s->call('LRANGE', 'numbers', 0, -1));
$sorted = $numbers;
sort($sorted);
var_dump(count(array_unique($numbers)), $numbers === $sorted);
--EXPECT--
000000int(180)
bool(true)
