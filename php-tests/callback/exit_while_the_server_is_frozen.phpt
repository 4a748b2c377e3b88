--TEST--
exit in the callback keeps its status in time although the release gets no answer
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
lock_on($s)->withLock(fn () => null);
$start = hrtime(true);
$result = run_php('
    (new RedisLock("k", ttl: 60))->withLock(function () {
        exec("kill -STOP " . getenv("SERVER"));
        exit(3);
    });
    echo "after";', env: ['REDIS_LOCK_DSN' => $s->dsn('timeout=0.3'), 'SERVER' => (string) $s->pid()]);
echo json_encode(array_values($result)), "\n";
var_dump((hrtime(true) - $start) / 1e9 < 4);
$s->thaw();
var_dump(wait_until(fn () => $s->keys() === []));
--EXPECT--
[3,"",""]
bool(true)
bool(true)
