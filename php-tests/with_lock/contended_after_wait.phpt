--TEST--
After a wait that ended the callback does not run, and no longer wait is proposed for 0
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
foreach ([fn ($f) => lock_on($server)->withLock($f, wait: 0.3), fn ($f) => lock_on($server, wait: 0.3)->withLock($f)] as $call) {
    $start = hrtime(true);
    try {
        $call(fn () => print("ran\n"));
    } catch (RedisLock\ContendedException $e) {
        $took = (hrtime(true) - $start) / 1e9;
        var_dump($took >= 0.3 && $took < 5 ?: $took, str_contains($e->getMessage(), 'wait was 0;'), $e->getRetryAfter());
    }
}
--EXPECT--
bool(true)
bool(false)
NULL
bool(true)
bool(false)
NULL
