--TEST--
wait: over none and wait is a wait of that length, for that call only
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach ([RedisLock\RetryPolicy::none(), RedisLock\RetryPolicy::wait(0), RedisLock\RetryPolicy::wait(0.01)] as $policy) {
    $server->call('SET', 'k', 'other', 'PX', 200);
    $lock = lock_on($server, retry: $policy);
    var_dump($lock->acquire(), $lock->acquire(wait: 20), $lock->release());
    $server->call('SET', 'k', 'other');
    var_dump($lock->acquire());
    $server->call('DEL', 'k');
}
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
