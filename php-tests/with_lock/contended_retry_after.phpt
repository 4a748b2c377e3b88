--TEST--
The retry time is the holder's remaining time, and null if it has no end
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$holder = lock_on($server, ttl: 40);
$holder->acquire();
$catch = function () use ($server) {
    try {
        lock_on($server)->withLock(fn () => print("ran\n"));
    } catch (RedisLock\ContendedException $e) {
        return $e->getRetryAfter();
    }
};
$after = $catch();
var_dump($after > 30.0 && $after <= 40.0);
$server->call('PERSIST', 'k');
var_dump($catch());
--EXPECT--
bool(true)
NULL
