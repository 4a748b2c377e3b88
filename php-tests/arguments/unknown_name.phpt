--TEST--
An argument name that does not exist is an Error that says so
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$calls = [
    fn () => lock_on($server, tll: 5),
    fn () => lock_on($server, fenced: true),
    fn () => $lock->acquire(ttl: 5),
    fn () => $lock->renew(wait: 5),
    fn () => $lock->release(wait: 5),
    fn () => $lock->withLock(fn () => 1, timeout: 5),
    fn () => RedisLock::restore('k', 't', label: 'x'),
    fn () => RedisLock::releaseAll(key: 'k'),
    fn () => RedisLock\RetryPolicy::none(attempts: 1),
];
foreach ($calls as $call) {
    try {
        $call();
        echo "accepted\n";
    } catch (Error $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
Error: Unknown named parameter $tll
Error: Unknown named parameter $fenced
Error: Unknown named parameter $ttl
Error: Unknown named parameter $wait
Error: Unknown named parameter $wait
Error: Unknown named parameter $timeout
Error: Unknown named parameter $label
Error: Unknown named parameter $key
Error: Unknown named parameter $attempts
