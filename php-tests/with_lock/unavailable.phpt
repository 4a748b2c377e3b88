--TEST--
Without a server the callback does not run and the exception is no contention
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->withLock(fn () => 1);
$server->stop();
foreach ([0, 0.2] as $wait) {
    try {
        $lock->withLock(fn () => print("ran\n"), wait: $wait);
    } catch (RedisLock\UnavailableException $e) {
        var_dump($e instanceof RedisLock\ConnectionException, $lock->isHeld());
    }
}
$server->restart();
var_dump($lock->withLock(fn () => 'ran'));
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(false)
string(3) "ran"
