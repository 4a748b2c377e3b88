--TEST--
When another holds the key the callback does not run, and the exception says who and what to do
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'report:7', str_repeat('0f', 16) . '@web7:412', 'PX', 60_000);
$lock = lock_on($server, 'report:7');
try {
    $lock->withLock(fn () => print("ran\n"));
} catch (RedisLock\ContendedException $e) {
    var_dump(str_contains($e->getMessage(), 'report:7'), str_contains($e->getMessage(), 'wait was 0; pass wait: seconds to wait'));
    var_dump(preg_match('/this (very )?process/', $e->getMessage()));
    var_dump($e->getHolder()->label(), $e->getHolder()->foreign());
    var_dump($e->getRetryAfter() > 50.0 && $e->getRetryAfter() <= 60.0, $e->getPrevious());
}
var_dump($lock->isHeld(), $lock->lastContender()->label());
--EXPECT--
bool(true)
bool(true)
int(0)
string(8) "web7:412"
bool(false)
bool(true)
NULL
bool(false)
string(8) "web7:412"
