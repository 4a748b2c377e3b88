--TEST--
A wait ends with false after its time, however it was given, and leaves nothing behind
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
$locks = [
    fn () => lock_on($server)->acquire(wait: 0.2),
    fn () => lock_on($server, wait: 0.2)->acquire(),
    fn () => lock_on($server, wait: 30)->acquire(0.2),
    fn () => lock_on($server, retry: RedisLock\RetryPolicy::wait(0.2))->acquire(),
    fn () => lock_on($server, retry: RedisLock\RetryPolicy::none())->acquire(wait: 0.2),
];
foreach ($locks as $acquire) {
    $start = hrtime(true);
    $got = $acquire();
    $took = (hrtime(true) - $start) / 1e9;
    var_dump($got, $took >= 0.2 && $took < 5 ?: $took);
}
var_dump($server->keys() === ['k'], $server->call('GET', 'k'));
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
string(5) "other"
