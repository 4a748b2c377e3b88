--TEST--
The master has one thread and no connection, however much its workers lock
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
$s = TestServer::start();
$fpm = TestFpm::start(2);
$master = $fpm->pid();
$open = fn () => count(preg_grep('/socket:/', array_map(fn ($name) => (string) @readlink("/proc/$master/fd/$name"), scandir("/proc/$master/fd"))));
$before = $open();
$code = '$lock = new RedisLock("k" . getmypid(), connection: $_SERVER["DSN"]); echo json_encode($lock->acquire()); usleep(20000);';
for ($i = 0; $i < 4; $i++) {
    $streams = [$fpm->send($code, ['DSN' => $s->dsn()]), $fpm->send($code, ['DSN' => $s->dsn()])];
    echo $fpm->receive($streams[0])['body'], $fpm->receive($streams[1])['body'], "\n";
}
var_dump(usage_of($master)['threads'], $open() === $before, $s->connections() <= 2, $s->keys());
--EXPECT--
truetrue
truetrue
truetrue
truetrue
int(1)
bool(true)
bool(true)
array(0) {
}
