--TEST--
A lock is final and is neither cloned, serialised nor given properties
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
var_dump((new ReflectionClass(RedisLock::class))->isFinal());
echo thrown(fn () => clone $lock), "\n";
echo thrown(fn () => serialize($lock)), "\n";
echo thrown(fn () => var_dump(unserialize('O:9:"RedisLock":0:{}'))), "\n";
echo thrown(fn () => $lock->surprise = 1), "\n";
var_dump((new ReflectionClass(RedisLock::class))->getProperties(), get_object_vars($lock));
var_dump($server->call('GET', 'k') === $lock->token(), $lock->release());
--EXPECT--
bool(true)
Error
Exception
Exception
Error
array(0) {
}
array(0) {
}
bool(true)
bool(true)
