--TEST--
A token of eight bytes or fewer is not shown whole either
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach (['PASSWORD', 'pw12'] as $token) {
    $server->call('SET', 'k', $token);
    try {
        lock_on($server)->withLock(fn () => 1);
    } catch (RedisLock\ContendedException $e) {
        var_dump(str_contains($e->getMessage(), $token));
    }
}
--EXPECT--
bool(false)
bool(false)
