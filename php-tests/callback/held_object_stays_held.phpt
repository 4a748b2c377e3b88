--TEST--
withLock on an object already held leaves the release to its owner, however the callback ends
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$lock->acquire();
$token = $lock->token();
echo $lock->withLock(fn () => "value\n");
echo thrown(fn () => $lock->withLock(fn () => throw new DomainException())), "\n";
var_dump($lock->isHeld(), $lock->token() === $token, $s->call('GET', 'k') === $token, $lock->release(), $s->keys());
--EXPECT--
value
DomainException
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
