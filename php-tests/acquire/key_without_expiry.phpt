--TEST--
A key that never expires is contention and is not given an expiry
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'legacy');
$lock = lock_on($server, ttl: 1);
var_dump($lock->acquire(), $lock->acquire(wait: 0.1));
var_dump($server->call('GET', 'k'), $server->call('PTTL', 'k'));
$holder = $lock->holder();
var_dump($holder->token(), $holder->label(), $holder->remaining());
--EXPECT--
bool(false)
bool(false)
string(6) "legacy"
int(-1)
string(6) "legacy"
NULL
NULL
