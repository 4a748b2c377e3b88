--TEST--
Delays are waited out: fixed within its jitter, nothing below a millisecond
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
$policies = [
    [RedisLock\RetryPolicy::fixed(4, 0.05, 0), 0.15],
    [RedisLock\RetryPolicy::fixed(4, 0.05), 0.135],
    [RedisLock\RetryPolicy::fixed(4, 0.1, 0.5), 0.15],
    [RedisLock\RetryPolicy::fixed(31, 0, 0), 0.03],
    [RedisLock\RetryPolicy::fixed(31, 0.0001, 1), 0.03],
    [RedisLock\RetryPolicy::exponential(31, 0, 0), 0.03],
    [RedisLock\RetryPolicy::exponential(31, 0.0001, 0.0001), 0.03],
];
foreach ($policies as [$policy, $least]) {
    $start = hrtime(true);
    lock_on($server, retry: $policy)->acquire();
    $took = (hrtime(true) - $start) / 1e9;
    var_dump($took >= $least && $took < $least + 5 ?: $took);
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
