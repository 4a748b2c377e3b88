--TEST--
A later attempt gets the key when it becomes free
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$policies = [RedisLock\RetryPolicy::fixed(1_000, 0.02), RedisLock\RetryPolicy::exponential(10_000), RedisLock\RetryPolicy::wait(20)];
foreach ($policies as $policy) {
    $server->call('SET', 'k', 'other', 'PX', 100);
    $lock = lock_on($server, retry: $policy);
    var_dump($lock->acquire(), $lock->release());
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
