--TEST--
The callback may ask, renew and acquire again on the same object, and withLock still frees the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$token = null;
var_dump($lock->withLock(function (RedisLock\Lock $inner) use ($lock, $s, &$token) {
    $token = $s->call('GET', 'k');
    var_dump($inner->isHeld(), $lock->remaining() > 50, $lock->renew(), $lock->acquire(), $lock->acquire(wait: 1));
    var_dump($lock->token() === $token, $lock->withLock(fn () => 'nested'), $s->call('GET', 'k') === $token);
    $lock->assertHeld();
    return 'value';
}));
var_dump($lock->state(), $s->keys());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(6) "nested"
bool(true)
string(5) "value"
enum(RedisLock\State::Released)
array(0) {
}
