--TEST--
An exception thrown into a suspended fiber comes out of withLock and frees the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$fiber = new Fiber(fn () => $lock->withLock(fn () => Fiber::suspend()));
$fiber->start();
$thrown = new DomainException();
try {
    $fiber->throw($thrown);
} catch (DomainException $e) {
    var_dump($e === $thrown, $s->keys());
}
--EXPECT--
bool(true)
array(0) {
}
