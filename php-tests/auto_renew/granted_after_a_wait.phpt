--TEST--
A lease that was granted at the end of a wait is renewed like any other, and maxHold counts from its grant
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival', 'PX', 1200);
$lock = lock_on($s, ttl: 3, autoRenew: true, maxHold: 60);
$bounded = lock_on($s, 'bounded', ttl: 1, autoRenew: true, maxHold: 1);
$s->call('SET', 'bounded', 'rival', 'PX', 1200);
var_dump($lock->acquire(wait: 20), insist($bounded)->remaining() > 0.3);
var_dump(wait_until(fn () => $lock->remaining() < 2.3), wait_until(fn () => $lock->remaining() > 2.5), $lock->state());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Held)
