--TEST--
A free key is granted: the server keeps the token until the ttl ends
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 20);
var_dump($lock->acquire(), $lock->state(), $lock->isHeld(), $lock->fence());
var_dump($server->call('GET', 'k') === $lock->token(), $server->keys() === ['k']);
$left = $server->call('PTTL', 'k');
var_dump($left <= 20_000 && $left > 15_000);
var_dump(preg_match('/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}@' . preg_quote(gethostname() . ':' . getmypid()) . '$/', $lock->token()));
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
NULL
bool(true)
bool(true)
bool(true)
int(1)
