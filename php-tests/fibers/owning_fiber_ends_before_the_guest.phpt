--TEST--
When the owning fiber ends first, the lease stays until the other fiber's withLock ends, and is freed then
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$rival = lock_on($s, ttl: 60);
$outer = new Fiber(fn () => $lock->withLock(fn () => Fiber::suspend()));
$inner = new Fiber(fn () => $lock->withLock(function () use ($rival) {
    Fiber::suspend();
    return $rival->acquire();
}));
$outer->start();
$inner->start();
$outer->resume();
var_dump($outer->isTerminated(), $s->keys());
$inner->resume();
var_dump($inner->getReturn(), $s->keys(), $rival->acquire());
--EXPECT--
bool(true)
array(1) {
  [0]=>
  string(1) "k"
}
bool(false)
array(0) {
}
bool(true)
