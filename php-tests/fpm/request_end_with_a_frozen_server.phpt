--TEST--
A request that ends while the server is frozen answers in time, and the worker goes on
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
$s = TestServer::start();
$fpm = TestFpm::start(1);
$env = ['DSN' => $s->dsn('timeout=0.5&connect_timeout=0.5'), 'SERVER' => $s->pid()];
$start = hrtime(true);
echo $fpm->request(<<<'PHP'
    for ($i = 0; $i < 30; $i++) {
        $locks[$i] = new RedisLock("k$i", ttl: 60, connection: $_SERVER['DSN']);
        $locks[$i]->acquire();
    }
    exec("kill -STOP $_SERVER[SERVER]");
    echo "sent\n";
    PHP, $env)['body'];
$next = '$lock = new RedisLock("next", ttl: 60, connection: $_SERVER["DSN"]);';
echo $fpm->request($next . 'try { $lock->acquire(); } catch (RedisLock\UnavailableException $e) { echo "unavailable\n"; }', $env)['body'];
var_dump((hrtime(true) - $start) / 1e9 < 6);
$s->thaw();
echo $fpm->request($next . 'echo json_encode([$lock->acquire(wait: 5), $lock->release()]), "\n";', $env)['body'];
--EXPECT--
sent
unavailable
bool(true)
[true,true]
