--TEST--
After release or detach inside the callback, its value comes back and a new holder is left alone
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
var_dump($lock->withLock(function () use ($lock, $s) {
    $lock->release();
    $s->call('SET', 'k', 'rival');
    return 'released';
}));
var_dump($s->call('GET', 'k'));
$s->call('DEL', 'k');
var_dump($lock->withLock(function () use ($lock, &$token) {
    $token = $lock->detach();
    return 'detached';
}));
var_dump($s->call('GET', 'k') === $token);
--EXPECT--
string(8) "released"
string(5) "rival"
string(8) "detached"
bool(true)
