--TEST--
A connection whose other end vanished costs one failure in time, then works
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 20, connection: $proxy->tcpDsn('?timeout=0.4&connect_timeout=0.4'));
for ($round = 0; $round < 2; $round++) {
    echo outcome(fn() => $lock->acquire()), ' ';
    $proxy->dropServerSide();
    echo timed(0.4, 0.8, fn() => $lock->release()), ' ', outcome(fn() => $lock->release()), ' ', json_encode($server->keys()), "\n";
}
$lock->acquire() && $lock->release();
$proxy->dropServerSide();
echo timed(0.4, 4, fn() => $lock->acquire(5)), "\n";
--EXPECT--
true UncertainException true []
true UncertainException true []
true
