--TEST--
A lease that expired and is another's now is neither released nor renewed by its old owner
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$old = lock_on($server, ttl: 0.2);
$new = lock_on($server, ttl: 60);
$old->acquire();
var_dump($new->acquire(wait: 20), $old->isHeld(), $old->state());
var_dump($old->release(), $old->renew(), $old->acquire());
var_dump($server->call('GET', 'k') === $new->token(), $server->call('PTTL', 'k') > 50_000, $new->release());
--EXPECT--
bool(true)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
