--TEST--
A worker that ends after its last request closes its connection, and its successor locks
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
$s = TestServer::start();
$fpm = TestFpm::start(1, pool: ['pm.max_requests' => '3']);
$code = '$lock = new RedisLock("k", ttl: 60, connection: $_SERVER["DSN"]); echo json_encode([getmypid(), $lock->acquire()]);';
$pids = [];
for ($i = 0; $i < 12; $i++) {
    [$pid, $held] = json_decode($fpm->request($code, ['DSN' => $s->dsn()])['body']);
    $pids[$pid] = ($pids[$pid] ?? 0) + (int) $held;
}
var_dump(array_values($pids), wait_until(fn () => $s->connections() <= 1), $s->keys());
echo preg_match('/signal|SIG[A-Z]+|panic/', $fpm->log(), $found) ? "log has $found[0]\n" : "log clean\n";
--EXPECT--
array(4) {
  [0]=>
  int(3)
  [1]=>
  int(3)
  [2]=>
  int(3)
  [3]=>
  int(3)
}
bool(true)
array(0) {
}
log clean
