--TEST--
A key that holds another kind of data is contention that says so
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('RPUSH', 'queue', 'x');
try {
    lock_on($server, 'queue')->withLock(fn () => print("ran\n"));
} catch (RedisLock\ContendedException $e) {
    var_dump(str_contains($e->getMessage(), 'another kind of data'), $e->getHolder()->foreign());
}
--EXPECT--
bool(true)
bool(true)
