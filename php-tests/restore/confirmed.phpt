--TEST--
renew or acquire confirms a restored lease and keeps its token
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach (['renew', 'acquire'] as $method) {
    $server->call('SET', 'k', 'token', 'PX', 5_000);
    $lock = RedisLock::restore('k', 'token', ttl: 60, connection: $server->dsn());
    var_dump($lock->$method(), $lock->state(), $lock->token(), $server->call('GET', 'k'), $server->call('PTTL', 'k') > 50_000);
    var_dump($lock->remaining() > 50.0, $lock->release());
}
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
string(5) "token"
string(5) "token"
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Held)
string(5) "token"
string(5) "token"
bool(true)
bool(true)
bool(true)
