--TEST--
A fiber still suspended inside withLock when the script ends: no output, status kept, key freed
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$ends = ['' => 0, 'exit(3);' => 3, 'ini_set("display_errors", 0); trigger_error("", E_USER_ERROR);' => 255];
foreach ($ends as $end => $expected) {
    ['status' => $status, 'stdout' => $out, 'stderr' => $err] = run_php('
        $lock = new RedisLock("k", ttl: 60);
        $fiber = new Fiber(fn () => $lock->withLock(fn () => Fiber::suspend()));
        $fiber->start();
        echo $lock->isHeld() ? "held" : "not held";
        ' . $end, ini: ['log_errors' => '0'], env: ['REDIS_LOCK_DSN' => $s->dsn()]);
    echo json_encode([$status === $expected, $out, $err, $s->keys()]), "\n";
}
--EXPECT--
[true,"held","",[]]
[true,"held","",[]]
[true,"held","",[]]
