--TEST--
withLock gives the callback the held lock, returns its value and frees the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$value = new stdClass;
$got = $lock->withLock(function (RedisLock\Lock $held, ...$more) use ($lock, $server, $value) {
    var_dump($held === $lock, $more === [], $held->isHeld(), $server->call('GET', 'k') === $held->token());
    return $value;
});
var_dump($got === $value, $server->keys() === [], $lock->state());
foreach ([null, false, 0, '', [1], "\0\xff"] as $value) {
    var_dump($lock->withLock(fn () => $value) === $value);
}
var_dump($lock->withLock(function () {}));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Released)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
NULL
