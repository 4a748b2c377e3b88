--TEST--
releaseAll on a frozen server is bounded for all leases together, and the process goes on
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
for ($i = 0; $i < 50; $i++) {
    $locks[$i] = lock_on($s, "k$i", ttl: 60);
    $locks[$i]->acquire();
}
$s->freeze();
$start = hrtime(true);
thrown(fn () => RedisLock::releaseAll());
var_dump((hrtime(true) - $start) / 1e9 < 4);
foreach ($locks as $lock) {
    $lock->isHeld() && print($lock->key() . " still held\n");
}
$s->thaw();
var_dump(lock_on($s, 'other')->acquire(wait: 5));
--EXPECT--
bool(true)
bool(true)
