--TEST--
A generator comes back unchanged, and its body runs when the lock is free
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s);
$generator = $lock->withLock(function (RedisLock\Lock $lock) {
    echo "body\n";
    yield $lock->isHeld();
});
echo get_class($generator), ' ', $lock->state()->name, "\n";
var_dump($generator->current());
--EXPECT--
Generator Released
body
bool(false)
