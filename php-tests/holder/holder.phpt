--TEST--
holder asks who holds the key now and changes nothing
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 40);
$asking = lock_on($server, ttl: 1);
var_dump($asking->holder());
$lock->acquire();
$holder = $asking->holder();
var_dump($holder->token() === $lock->token(), $holder->label() === gethostname() . ':' . getmypid(), $holder->foreign());
var_dump($holder->remaining() > 30.0 && $holder->remaining() <= 40.0, $lock->holder()->token() === $lock->token());
var_dump($asking->state(), $asking->lastContender(), $server->call('PTTL', 'k') > 30_000);
$lock->release();
var_dump($asking->holder());
--EXPECT--
NULL
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
enum(RedisLock\State::Idle)
NULL
bool(true)
NULL
