--TEST--
What the callback released and acquired again is released at the end too
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$value = $lock->withLock(function ($held) {
    var_dump($held->release(), $held->acquire());
    return 'v';
});
var_dump($value, $lock->isHeld(), $server->keys());
--EXPECT--
bool(true)
bool(true)
string(1) "v"
bool(false)
array(0) {
}
