--TEST--
A withLock that is suspended in a fiber is renewed meanwhile, and freed with its fiber
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$body = fn () => lock_on($s, ttl: 3, autoRenew: true)->withLock(function ($lock) { Fiber::suspend($lock); return 'done'; });
$fiber = new Fiber($body);
$lock = $fiber->start();
var_dump(wait_for_renewals($s), $lock->state(), lock_on($s)->acquire());
$fiber->resume();
var_dump($fiber->getReturn(), $lock->state(), $s->keys());
$dropped = new Fiber($body);
$dropped->start();
unset($dropped, $lock);
gc_collect_cycles();
var_dump($s->keys(), wait_until(fn () => background_threads() === 0));
// Many at once, on one object each, ended in another order.
for ($i = 0; $i < 40; $i++) {
    $fibers[$i] = new Fiber(fn () => lock_on($s, "f$i", ttl: 3, autoRenew: true)->withLock(fn () => Fiber::suspend()));
    $fibers[$i]->start();
}
var_dump(wait_for_renewals($s, 40), background_threads());
shuffle($fibers);
array_walk($fibers, fn ($fiber) => $fiber->resume());
var_dump($s->keys(), wait_until(fn () => background_threads() === 0));
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(false)
string(4) "done"
enum(RedisLock\State::Released)
array(0) {
}
array(0) {
}
bool(true)
bool(true)
int(1)
array(0) {
}
bool(true)
