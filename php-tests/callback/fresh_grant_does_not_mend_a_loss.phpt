--TEST--
A lease lost and acquired afresh inside the callback still ends in LostException
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
try {
    $lock->withLock(function () use ($lock, $s) {
        $s->call('DEL', 'k');
        var_dump($lock->acquire(), $lock->isHeld());
        return 'value';
    });
} catch (RedisLock\LostException $e) {
    var_dump($e->getResult());
}
--EXPECT--
bool(true)
bool(true)
string(5) "value"
