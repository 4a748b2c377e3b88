--TEST--
renew and release of a key that became another type are false, and its data stays
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach (['renew', 'release'] as $method) {
    $lock = lock_on($server);
    $lock->acquire();
    $server->call('DEL', 'k');
    $server->call('RPUSH', 'k', 'x', 'y');
    var_dump($lock->$method(), $lock->state(), $server->call('LRANGE', 'k', 0, -1) === ['x', 'y'], $server->call('PTTL', 'k'));
    $server->call('DEL', 'k');
}
--EXPECT--
bool(false)
enum(RedisLock\State::Lost)
bool(true)
int(-1)
bool(false)
enum(RedisLock\State::Lost)
bool(true)
int(-1)
