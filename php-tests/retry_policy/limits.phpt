--TEST--
Every number of a policy has limits and is refused by name beyond them
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../arguments/refusal.inc';

use RedisLock\RetryPolicy;

$refused = [
    fn () => RetryPolicy::fixed(0, 0.1),
    fn () => RetryPolicy::fixed(-1, 0.1),
    fn () => RetryPolicy::fixed(1_000_001, 0.1),
    fn () => RetryPolicy::fixed(PHP_INT_MAX, 0.1),
    fn () => RetryPolicy::fixed(2, -0.1),
    fn () => RetryPolicy::fixed(2, NAN),
    fn () => RetryPolicy::fixed(2, INF),
    fn () => RetryPolicy::fixed(2, 0.1, -0.1),
    fn () => RetryPolicy::fixed(2, 0.1, 1.1),
    fn () => RetryPolicy::fixed(2, 0.1, NAN),
    fn () => RetryPolicy::exponential(0),
    fn () => RetryPolicy::exponential(1_000_001),
    fn () => RetryPolicy::exponential(2, base: -0.1),
    fn () => RetryPolicy::exponential(2, base: NAN),
    fn () => RetryPolicy::exponential(2, cap: INF),
    fn () => RetryPolicy::exponential(2, cap: NAN),
    fn () => RetryPolicy::exponential(2, factor: 0.9),
    fn () => RetryPolicy::exponential(2, factor: NAN),
    fn () => RetryPolicy::exponential(2, factor: INF),
    fn () => RetryPolicy::wait(-0.1),
    fn () => RetryPolicy::wait(NAN),
    fn () => RetryPolicy::wait(86_400.1),
    fn () => RetryPolicy::none()->withMaxWait(-1),
    fn () => RetryPolicy::none()->withMaxWait(INF),
    fn () => RetryPolicy::none()->withMaxWait(86_401),
];
foreach ($refused as $call) {
    echo refusal($call), "\n";
}
echo preg_match('/^ValueError \$(base|cap)$/', refusal(fn () => RetryPolicy::exponential(2, base: 0.3, cap: 0.2))), "\n";
--EXPECT--
ValueError $attempts
ValueError $attempts
ValueError $attempts
ValueError $attempts
ValueError $delay
ValueError $delay
ValueError $delay
ValueError $jitter
ValueError $jitter
ValueError $jitter
ValueError $attempts
ValueError $attempts
ValueError $base
ValueError $base
ValueError $cap
ValueError $cap
ValueError $factor
ValueError $factor
ValueError $factor
ValueError $seconds
ValueError $seconds
ValueError $seconds
ValueError $seconds
ValueError $seconds
ValueError $seconds
1
