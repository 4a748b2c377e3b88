--TEST--
redis_lock.ttl is the ttl of locks that name none
--EXTENSIONS--
redis_lock
--INI--
redis_lock.ttl=90
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$ttl = function (?float $ttl = null) use ($server) {
    $lock = lock_on($server, ttl: $ttl);
    $lock->acquire();
    return $server->call('PTTL', 'k') / 1000;
};
var_dump($ttl() > 80, $ttl() <= 90, $ttl(7) <= 7);
ini_set('redis_lock.ttl', '2.5');
var_dump($ttl() <= 2.5);
ini_restore('redis_lock.ttl');
var_dump($ttl() > 80);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
