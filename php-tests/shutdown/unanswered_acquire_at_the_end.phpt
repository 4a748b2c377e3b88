--TEST--
A script that ends after an unanswered acquire leaves nothing on the server
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
foreach (['exit(3);', 'unset($lock); exit(3);', '$kept = new ArrayObject([$lock]); exit(3);'] as $end) {
    $start = hrtime(true);
    $result = run_php('
        $lock = new RedisLock("k", ttl: 60);
        exec("kill -STOP " . getenv("SERVER"));
        try {
            $lock->acquire();
        } catch (RedisLock\UncertainException) {
            echo $lock->state()->name;
        }' . $end, env: ['REDIS_LOCK_DSN' => $s->dsn('timeout=0.2'), 'SERVER' => (string) $s->pid()]);
    $took = (hrtime(true) - $start) / 1e9;
    $s->thaw();
    echo json_encode([...array_values($result), $took < 4, wait_until(fn () => $s->keys() === [])]), "\n";
}
--EXPECT--
[3,"Unknown","",true,true]
[3,"Unknown","",true,true]
[3,"Unknown","",true,true]
