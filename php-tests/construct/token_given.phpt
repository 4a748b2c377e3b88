--TEST--
A token given by the caller is known from the start and used by every grant
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, token: 'job-17');
var_dump($lock->token(), $lock->state());
for ($grant = 0; $grant < 2; $grant++) {
    var_dump($lock->acquire(), $lock->token(), $server->call('GET', 'k'), $lock->release());
}
--EXPECT--
string(6) "job-17"
enum(RedisLock\State::Idle)
bool(true)
string(6) "job-17"
string(6) "job-17"
bool(true)
bool(true)
string(6) "job-17"
string(6) "job-17"
bool(true)
