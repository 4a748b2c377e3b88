--TEST--
A given token that is already on the server is contention, not ownership
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$first = lock_on($server, token: 'shared');
$second = lock_on($server, token: 'shared');
var_dump($first->acquire(), $second->acquire(), $second->isHeld(), $second->state());
var_dump($second->release(), $server->call('GET', 'k'), $first->release());
--EXPECT--
bool(true)
bool(false)
bool(false)
enum(RedisLock\State::Idle)
bool(false)
string(6) "shared"
bool(true)
