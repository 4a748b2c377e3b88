--TEST--
A lease with autoRenew outlives its ttl, and one without does not
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 3, autoRenew: true);
$plain = lock_on($s, 'plain', ttl: 3);
$start = hrtime(true);
var_dump($lock->acquire(), $plain->acquire());
$token = $lock->token();
wait_until(fn () => hrtime(true) - $start > 3.4e9);
var_dump($lock->state(), $lock->isHeld(), $lock->token() === $token, $s->call('GET', 'k') === $token);
var_dump($plain->state(), $s->call('EXISTS', 'plain'), lock_on($s)->acquire(), renewals($s) >= 2);
var_dump($lock->release(), $s->keys());
--EXPECT--
bool(true)
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Lost)
int(0)
bool(false)
bool(true)
bool(true)
array(0) {
}
