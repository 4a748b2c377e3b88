--TEST--
null for a parameter that does not take it is a TypeError that names it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/refusal.inc';

$calls = [
    fn () => new RedisLock(null),
    fn () => new RedisLock('k', autoRelease: null),
    fn () => RedisLock::restore('k', null),
    fn () => RedisLock::forceRelease(null),
    fn () => (new RedisLock('k'))->assertHeld(null),
    fn () => RedisLock\RetryPolicy::fixed(null, 0.1),
    fn () => RedisLock\RetryPolicy::fixed(2, null),
    fn () => RedisLock\RetryPolicy::exponential(2, base: null),
    fn () => RedisLock\RetryPolicy::wait(null),
    fn () => RedisLock\RetryPolicy::none()->withMaxWait(null),
    fn () => new RedisLock\Holder(null, foreign: null),
];
foreach ($calls as $call) {
    echo refusal($call), "\n";
}
--EXPECT--
TypeError $key
TypeError $autoRelease
TypeError $token
TypeError $key
TypeError $atLeast
TypeError $attempts
TypeError $delay
TypeError $base
TypeError $seconds
TypeError $seconds
TypeError $foreign
