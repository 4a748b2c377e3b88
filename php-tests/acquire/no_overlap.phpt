--TEST--
Twenty processes that come at once enter one after the other
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$file = scratch_dir() . '/journal';
$gate = lock_on($server, ttl: 60);
$gate->acquire();
$children = [];
for ($i = 0; $i < 20; $i++) {
    $children[] = fork_child(function () use ($server, $file, $i) {
        $lock = lock_on($server, wait: 90);
        $lock->acquire() || exit(9);
        file_put_contents($file, "start $i\n", FILE_APPEND);
        usleep(1_000);
        file_put_contents($file, "end $i\n", FILE_APPEND);
        $lock->release() || exit(8);
    });
}
wait_until(fn () => $server->calls('set') >= 21);
$gate->release();
foreach ($children as $child) {
    wait_child($child, 120) === 0 or print("failed\n");
}
preg_match_all('/start (\d+)\nend \1\n/', file_get_contents($file), $turns);
var_dump(count($turns[0]), implode('', $turns[0]) === file_get_contents($file));
--EXPECT--
int(20)
bool(true)
