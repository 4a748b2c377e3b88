--TEST--
On an object that another fiber holds, withLock runs at once and leaves the release to that fiber
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$outer = new Fiber(fn () => $lock->withLock(fn () => Fiber::suspend()));
$inner = new Fiber(fn () => $lock->withLock(fn () => Fiber::suspend()));
$outer->start();
$token = $lock->token();
$inner->start();
$inner->resume();
var_dump($inner->isTerminated(), $s->call('GET', 'k') === $token, $lock->isHeld());
$outer->resume();
var_dump($outer->isTerminated(), $lock->state(), $s->keys());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Released)
array(0) {
}
