--TEST--
A TypeError says what PHP's own would say
--EXTENSIONS--
redis_lock
--FILE--
<?php

$calls = [
    fn () => new RedisLock([]),
    fn () => new RedisLock('k', '5s'),
    fn () => new RedisLock('k', wait: []),
    fn () => new RedisLock('k', connection: 7),
    fn () => new RedisLock('k', autoRelease: []),
    fn () => new RedisLock('k', autoRenew: []),
    fn () => new RedisLock('k', maxHold: 'x'),
    fn () => RedisLock\RetryPolicy::fixed('x', 0.1),
    fn () => new RedisLock(),
];
foreach ($calls as $call) {
    try {
        $call();
    } catch (TypeError $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type string, array given
TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type ?float, string given
TypeError: RedisLock::__construct(): Argument #3 ($wait) must be of type ?float, array given
TypeError: RedisLock::__construct(): Argument #5 ($connection) must be of type array|string|null, int given
TypeError: RedisLock::__construct(): Argument #9 ($autoRelease) must be of type bool, array given
TypeError: RedisLock::__construct(): Argument #6 ($autoRenew) must be of type ?bool, array given
TypeError: RedisLock::__construct(): Argument #7 ($maxHold) must be of type ?float, string given
TypeError: RedisLock\RetryPolicy::fixed(): Argument #1 ($attempts) must be of type int, string given
ArgumentCountError: RedisLock::__construct() expects at least 1 argument, 0 given
