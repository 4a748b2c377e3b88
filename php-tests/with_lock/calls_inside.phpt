--TEST--
Every method works on the same object inside the callback
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 5);
$lock->withLock(function ($held) use ($lock, $server) {
    $token = $lock->token();
    var_dump($lock->isHeld(), $lock->remaining() > 0, $lock->renew(60), $lock->acquire(), $lock->token() === $token);
    var_dump($lock->holder()->token() === $token, $lock->withLock(fn () => 'nested'), $lock->isHeld());
    var_dump($lock->state(), $server->call('GET', 'k') === $token);
});
var_dump($lock->state(), $server->keys());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(6) "nested"
bool(true)
enum(RedisLock\State::Held)
bool(true)
enum(RedisLock\State::Released)
array(0) {
}
