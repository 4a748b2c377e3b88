--TEST--
A number belongs to its grant: renewals keep it, a failed acquire has none, nor has a released lock
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 20, fencing: true);
var_dump($lock->fence());
$lock->acquire();
$fence = $lock->fence();
var_dump(is_int($fence), $lock->renew(), $lock->acquire(), $lock->renew(30), $lock->fence() === $fence);
$rival = lock_on($s, fencing: true);
var_dump($rival->acquire(), $rival->fence(), $rival->lastContender()->token() === $lock->token());
var_dump($s->call('GET', FENCE) === (string) $fence, $lock->withLock(fn ($lock) => $lock->fence()) === $fence);
$s->call('DEL', 'k');
var_dump($lock->renew(), $lock->fence() === $fence, $lock->acquire(), $lock->fence() > $fence);
var_dump($lock->release(), $lock->fence());
--EXPECT--
NULL
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
NULL
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
NULL
