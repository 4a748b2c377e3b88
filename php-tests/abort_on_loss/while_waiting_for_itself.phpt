--TEST--
A loss that an acquire of the same object finds out is no interruption of that acquire
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60, autoRenew: true, abortOnLoss: true);
$lock->acquire();
$token = $lock->token();
$s->call('DEL', 'k');
// Shown to be lost, then acquired afresh.
var_dump(losses(fn () => var_dump($lock->acquire()), 0.3), $lock->token() !== $token, $lock->state());
--EXPECT--
bool(true)
array(0) {
}
bool(true)
enum(RedisLock\State::Held)
