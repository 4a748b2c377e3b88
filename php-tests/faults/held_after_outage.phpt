--TEST--
What was true when the wait ended decides: an outage that turns into contention is contention
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'rival', 'PX', 60000);
$stopped = TestServer::start();
$stopped->stop();
$calls = [fn($lock) => $lock->acquire(1.0), fn($lock) => $lock->withLock(fn() => print("ran\n"), 1.0)];
foreach ($calls as $call) {
    $proxy = TestProxy::start($stopped);
    $lock = new RedisLock('k', connection: $proxy->dsn());
    $child = fork_child(function () use ($proxy, $server) { usleep(200000); $proxy->retarget($server); });
    echo timed(1.0, 1.0, fn() => $call($lock)), "\n";
    wait_child($child);
}
echo $server->call('GET', 'k'), "\n";
--EXPECT--
false
ContendedException
rival
