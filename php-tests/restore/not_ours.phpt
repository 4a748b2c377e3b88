--TEST--
A restored token that no longer holds the key shows it: Lost, and the other's key stays
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach ([['SET', 'k', 'other', 'PX', 60_000], ['RPUSH', 'k', 'x'], ['DEL', 'k']] as $command) {
    foreach (['renew', 'release'] as $method) {
        $server->call('DEL', 'k');
        $server->call(...$command);
        $type = $server->call('TYPE', 'k');
        $lock = RedisLock::restore('k', 'token', connection: $server->dsn());
        var_dump($lock->$method(), $lock->state(), $lock->isHeld(), $server->call('TYPE', 'k') === $type);
    }
}
--EXPECT--
bool(false)
enum(RedisLock\State::Lost)
bool(false)
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
bool(true)
