--TEST--
Dropping a fiber that is suspended inside withLock frees the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$fiber = new Fiber(fn () => lock_on($s, ttl: 60)->withLock(function () {
    try {
        Fiber::suspend();
    } finally {
        echo "finally\n";
    }
    echo "never\n";
}));
$fiber->start();
var_dump($s->call('EXISTS', 'k'));
unset($fiber);
gc_collect_cycles();
var_dump($s->keys(), lock_on($s)->acquire());
--EXPECT--
int(1)
finally
array(0) {
}
bool(true)
