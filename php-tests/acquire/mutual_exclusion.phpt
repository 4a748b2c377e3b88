--TEST--
Read-modify-writes of several processes under the lock lose nothing
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$file = scratch_dir() . '/counter';
file_put_contents($file, '0');
$children = [];
for ($i = 0; $i < 4; $i++) {
    $children[] = fork_child(function () use ($server, $file) {
        $lock = lock_on($server);
        for ($n = 0; $n < 50; $n++) {
            $lock->withLock(function () use ($file) {
                $value = (int) file_get_contents($file);
                usleep(200);
                file_put_contents($file, $value + 1);
            }, wait: 60);
        }
    });
}
foreach ($children as $child) {
    wait_child($child, 120) === 0 or print("failed\n");
}
echo file_get_contents($file), "\n";
var_dump($server->keys());
--EXPECT--
200
array(0) {
}
