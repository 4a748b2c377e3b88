--TEST--
A nested withLock on one key through a second object says that this process holds it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$outer = lock_on($server, 'order:42', ttl: 60);
$outer->withLock(function ($held) use ($server) {
    $token = $held->token();
    foreach ([0, 0.2] as $wait) {
        try {
            lock_on($server, 'order:42')->withLock(fn () => print("ran\n"), wait: $wait);
        } catch (RedisLock\ContendedException $e) {
            var_dump(preg_match('/this (very )?process/', $e->getMessage()), $e->getHolder()->token() === $token);
        }
    }
    var_dump($held->isHeld(), $held->token() === $token, $server->call('GET', 'order:42') === $token);
});
var_dump($outer->state(), $server->keys());
--EXPECT--
int(1)
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Released)
array(0) {
}
