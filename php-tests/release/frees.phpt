--TEST--
release frees the key at once and says so
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
var_dump($lock->release(), $server->keys());
var_dump($lock->state(), $lock->isHeld(), $lock->remaining(), $lock->token(), $lock->fence(), $lock->key());
var_dump(lock_on($server)->acquire());
--EXPECT--
bool(true)
array(0) {
}
enum(RedisLock\State::Released)
bool(false)
float(0)
NULL
NULL
string(1) "k"
bool(true)
