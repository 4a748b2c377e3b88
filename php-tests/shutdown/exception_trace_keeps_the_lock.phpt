--TEST--
A lock in the trace of an exception lives as long as the exception
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
ini_set('zend.exception_ignore_args', '0');
$s = TestServer::start();
function fail(RedisLock $lock): never
{
    throw new DomainException();
}
$lock = lock_on($s, ttl: 60);
$lock->acquire();
try {
    fail($lock);
} catch (DomainException $e) {
}
unset($lock);
var_dump($s->call('EXISTS', 'k'), $e->getTrace()[0]['args'][0]->isHeld());
unset($e);
var_dump($s->keys());
--EXPECT--
int(1)
bool(true)
array(0) {
}
