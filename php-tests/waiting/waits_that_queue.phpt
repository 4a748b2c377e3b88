--TEST--
RetryPolicy::wait, wait: of the constructor, of acquire and of withLock, and the ini setting all queue
--INI--
redis_lock.wait=20
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$ways = [
    fn () => lock_on($s, retry: RedisLock\RetryPolicy::wait(20))->withLock(fn () => 'ran'),
    fn () => lock_on($s, wait: 20)->withLock(fn () => 'ran'),
    fn () => lock_on($s, retry: RedisLock\RetryPolicy::none())->withLock(fn () => 'ran', 20),
    fn () => lock_on($s, retry: RedisLock\RetryPolicy::none())->acquire(20),
    fn () => lock_on($s)->withLock(fn () => 'ran'),
];
foreach ($ways as $way) {
    $holder = lock_on($s, ttl: 60);
    $holder->acquire();
    $child = fork_child(fn () => in_array($way(), ['ran', true], true) ? 0 : 1);
    until_sleeping($s, 1);
    echo queued($s), ' ', json_encode($holder->release()), ' ', wait_child($child), ' ', left($s), "\n";
}
--EXPECT--
1 true 0 nothing
1 true 0 nothing
1 true 0 nothing
1 true 0 nothing
1 true 0 nothing
