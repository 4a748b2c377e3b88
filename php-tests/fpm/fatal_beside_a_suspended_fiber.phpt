--TEST--
A worker survives a fatal error while a fiber is suspended inside withLock
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
survive(<<<'PHP'
    $other = new RedisLock("other", ttl: 60, connection: $_SERVER["DSN"]);
    $fiber = new Fiber(fn () => $other->withLock(fn () => Fiber::suspend()));
    $fiber->start();
    trigger_error("stop", E_USER_ERROR);
    PHP, 100);
--EXPECT--
100 requests, wrong: none
rss flat
descriptors flat
threads flat
