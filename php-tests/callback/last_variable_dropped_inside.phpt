--TEST--
The callback may drop the last variable that holds the lock
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
var_dump($lock->withLock(function () use (&$lock, $s) {
    $lock = null;
    gc_collect_cycles();
    return $s->call('EXISTS', 'k');
}), $s->keys());
--EXPECT--
int(1)
array(0) {
}
