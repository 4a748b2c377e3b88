--TEST--
Exponential delays grow from base to cap and no further
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
// 40 delays of at most 20 ms are below 0.8 s; growing without the cap they would last for years.
$start = hrtime(true);
lock_on($server, retry: RedisLock\RetryPolicy::exponential(41, 0.001, 0.02, 10.0))->acquire();
$took = (hrtime(true) - $start) / 1e9;
var_dump($took >= 0.04 && $took < 10 ?: $took);
// Sixty random delays below 20 ms that nearly all missed 2 ms would be no jitter over the whole range.
$start = hrtime(true);
lock_on($server, retry: RedisLock\RetryPolicy::exponential(61, 0.02, 0.02, 1.0))->acquire();
$took = (hrtime(true) - $start) / 1e9;
var_dump($took >= 0.15 && $took < 12 ?: $took);
--EXPECT--
bool(true)
bool(true)
