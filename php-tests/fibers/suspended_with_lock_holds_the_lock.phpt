--TEST--
A fiber suspended inside withLock holds the lock until it is resumed and ends
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$fiber = new Fiber(fn () => $lock->withLock(fn () => Fiber::suspend('waiting') . ', done'));
var_dump($fiber->start(), $lock->isHeld(), lock_on($s)->acquire());
$fiber->resume('resumed');
var_dump($fiber->getReturn(), $lock->state(), $s->keys());
--EXPECT--
string(7) "waiting"
bool(true)
bool(false)
string(13) "resumed, done"
enum(RedisLock\State::Released)
array(0) {
}
