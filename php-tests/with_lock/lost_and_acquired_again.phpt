--TEST--
A loss inside the callback counts, also when the callback acquires afresh
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
try {
    $lock->withLock(function ($held) use ($server) {
        $server->call('DEL', 'k');
        var_dump($held->acquire(), $held->isHeld());
        return 'v';
    });
} catch (RedisLock\LostException $e) {
    var_dump($e->getResult());
}
var_dump($lock->isHeld(), $server->keys());
--EXPECT--
bool(true)
bool(true)
string(1) "v"
bool(false)
array(0) {
}
