--TEST--
A callback may release; the end then touches nothing of the next owner
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$value = $lock->withLock(function ($held) use ($server) {
    var_dump($held->release());
    $server->call('SET', 'k', 'next');
    return 'v';
});
var_dump($value, $lock->state(), $server->call('GET', 'k'));
--EXPECT--
bool(true)
string(1) "v"
enum(RedisLock\State::Released)
string(4) "next"
