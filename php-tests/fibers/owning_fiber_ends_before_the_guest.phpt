--TEST--
When the owning fiber ends first, the lease is freed and the other fiber's withLock does not touch a new holder
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$outer = new Fiber(fn () => $lock->withLock(fn () => Fiber::suspend()));
$inner = new Fiber(fn () => thrown(fn () => $lock->withLock(fn () => Fiber::suspend())));
$outer->start();
$inner->start();
$outer->resume();
var_dump($s->keys());
$rival = lock_on($s, ttl: 60);
$rival->acquire();
$inner->resume();
var_dump($inner->isTerminated(), $rival->renew(), $s->call('GET', 'k') === $rival->token());
--EXPECT--
array(0) {
}
bool(true)
bool(true)
bool(true)
