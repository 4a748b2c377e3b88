--TEST--
Parent and children use the lock at the same time, each over its own connection
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, 'first');
$lock->acquire();
$lock->release();
touch($gate = scratch_dir() . '/gate');
$work = function (string $key) use ($s): int {
    $lock = lock_on($s, $key);
    for ($i = 0; $i < 500; $i++) {
        if (!$lock->acquire()) {
            return 1;
        }
        if ($lock->holder()?->token() !== $lock->token()) {
            return 2;
        }
        if (!$lock->release()) {
            return 3;
        }
    }
    return 0;
};
$children = [];
foreach (range(1, 4) as $n) {
    $children[] = fork_child(function () use ($work, $n, $gate) {
        $status = $work("child $n");
        wait_until(function () use ($gate) { clearstatcache(); return !file_exists($gate); }, 20);
        return $status;
    });
}
echo 'parent: ', $work('parent'), "\n";
echo 'five connections: ', json_encode(wait_until(fn () => $s->connections() >= 5)), "\n";
unlink($gate);
foreach ($children as $child) {
    echo 'child: ', wait_child($child), "\n";
}
var_dump($lock->acquire(), $lock->release(), $s->keys());
--EXPECT--
parent: 0
five connections: true
child: 0
child: 0
child: 0
child: 0
bool(true)
bool(true)
array(0) {
}
