--TEST--
One inherited object keeps parent and children apart
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 30);
$lock->acquire();
$lock->release();
$file = scratch_dir() . '/count';
file_put_contents($file, '0');
$work = function () use ($lock, $file): int {
    for ($i = 0; $i < 15; $i++) {
        if (!$lock->acquire(wait: 20)) {
            return 1;
        }
        $count = (int) file_get_contents($file);
        usleep(200);
        file_put_contents($file, (string) ($count + 1));
        if (!$lock->release()) {
            return 2;
        }
    }
    return 0;
};
$children = array_map(fn () => fork_child($work), range(1, 4));
echo $work(), "\n";
foreach ($children as $child) {
    echo wait_child($child), "\n";
}
echo file_get_contents($file), "\n";
--EXPECT--
0
0
0
0
0
75
