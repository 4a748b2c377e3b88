--TEST--
A reload replaces the workers cleanly; the new ones lock, the old ones leave no connection
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
$s = TestServer::start();
$fpm = TestFpm::start(2);
$code = '$lock = new RedisLock("k" . getmypid(), ttl: 60, connection: $_SERVER["DSN"]); echo json_encode([getmypid(), $lock->acquire()]);';
$ask = fn () => json_decode($fpm->request($code, ['DSN' => $s->dsn()])['body']);
for ($i = 0; $i < 6; $i++) {
    $old[] = $ask()[0];
}
send_signal($fpm->pid(), SIGUSR2);
var_dump(wait_until(fn () => array_intersect($fpm->pids(), $old) === [] && count($fpm->pids()) === 2));
wait_until(fn () => @stream_socket_client("unix://$fpm->socket"));
for ($i = 0; $i < 6; $i++) {
    [$pid, $held] = $ask();
    $held && !in_array($pid, $old, true) || print("pid $pid\n");
}
var_dump($s->connections() <= 2, $s->keys());
echo preg_match('/SIG(SEGV|ABRT|BUS|KILL)|panic/', $fpm->log(), $found) ? "log has $found[0]\n" : "log clean\n";
--EXPECT--
bool(true)
bool(true)
array(0) {
}
log clean
