--TEST--
The ttl of the constructor is the expiry of the key, and null means the default
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach ([[2, 2], [2.5, 2.5], [120, 120], [null, 30]] as $n => [$ttl, $expected]) {
    $lock = lock_on($server, "k$n", ttl: $ttl);
    $lock->acquire();
    $left = $server->call('PTTL', "k$n") / 1000;
    var_dump($left <= $expected && $left > $expected - 1.9);
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
