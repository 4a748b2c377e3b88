--TEST--
A reply lost during a wait costs one more try, and validity is no longer than the server's
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$lock = new RedisLock('k', ttl: 20, connection: $proxy->dsn());
foreach ([1, 3] as $times) {
    $proxy->eatNextReply('SET', $times);
    echo timed(0, 3, fn() => $lock->acquire(5)), ' ', json_encode($server->keys()), ' ';
    var_dump($server->call('GET', 'k') === $lock->token());
    $pttl = $server->call('PTTL', 'k') / 1000;
    var_dump($lock->remaining() <= $pttl);
    usleep(1500000);
    // What cleans up after the lost tries must not touch the grant.
    var_dump($server->call('GET', 'k') === $lock->token());
    echo outcome(fn() => $lock->release()), ' ', json_encode($server->keys()), "\n";
}
--EXPECT--
true ["k"] bool(true)
bool(true)
bool(true)
true []
true ["k"] bool(true)
bool(true)
bool(true)
true []
