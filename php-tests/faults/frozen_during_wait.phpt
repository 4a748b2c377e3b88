--TEST--
A server that freezes during a contended wait is not reported as contention
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'rival', 'PX', 60000);
$freeze = fn() => fork_child(function () use ($server) { usleep(200000); $server->freeze(); });
$lock = new RedisLock('k', connection: $server->dsn('timeout=0.3&connect_timeout=0.3'));
foreach ([fn() => $lock->acquire(1.0), fn() => $lock->withLock(fn() => print("ran\n"), 1.0)] as $call) {
    $child = $freeze();
    $took = -microtime(true);
    $error = caught($call);
    $took += microtime(true);
    var_dump($error instanceof RedisLock\UnavailableException, $took >= 1.0, $took < 3.6);
    wait_child($child);
    $server->thaw();
}
echo $server->call('GET', 'k'), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
rival
