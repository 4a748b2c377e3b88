--TEST--
The master has one thread and no connection while its workers renew; theirs are gone soon after the requests
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
$s = TestServer::start();
$fpm = TestFpm::start(2, ['redis_lock.auto_renew' => '1', 'redis_lock.ttl' => '60', 'redis_lock.dsn' => $s->dsn()]);
$master = $fpm->pid();
$sockets = fn () => count(preg_grep('/socket:/', array_map(fn ($name) => (string) @readlink("/proc/$master/fd/$name"), scandir("/proc/$master/fd"))));
$threads = fn (int $pid) => usage_of($pid)['threads'];
$before = $sockets();
$code = <<<'PHP'
    $lock = new RedisLock('k' . getmypid());
    $threads = fn () => count(glob('/proc/self/task/*'));
    $held = $lock->acquire();
    $named = fn () => in_array("redis_lock\n", array_map(fn ($file) => (string) @file_get_contents($file), glob('/proc/self/task/*/comm')));
    // A thread gets its name a moment after it was started.
    for ($end = hrtime(true) + 5e9; !$named() && hrtime(true) < $end;);
    echo json_encode([$held, $threads() <= 2, $named()]);
    PHP;
for ($i = 0; $i < 3; $i++) {
    $streams = [$fpm->send($code), $fpm->send($code)];
    echo $threads($master), $fpm->receive($streams[0])['body'], $fpm->receive($streams[1])['body'], "\n";
}
var_dump($threads($master), $sockets() === $before, $s->keys());
var_dump(wait_until(fn () => array_map($threads, $fpm->pids()) === [1, 1], 5));
--EXPECT--
1[true,true,true][true,true,true]
1[true,true,true][true,true,true]
1[true,true,true][true,true,true]
int(1)
bool(true)
array(0) {
}
bool(true)
