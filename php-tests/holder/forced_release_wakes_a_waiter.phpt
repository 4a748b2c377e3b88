--TEST--
forceRelease() wakes one who waits
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$lock->acquire();
$child = fork_child(function () use ($s) {
    $mine = lock_on($s, ttl: 60);
    $held = $mine->acquire(wait: 20);
    return $held && $mine->release() ? 7 : 8;
});
var_dump(wait_until(fn () => $s->call('EXISTS', 'k#rl:{k}w') === 1));
$start = hrtime(true);
var_dump(RedisLock::forceRelease('k', $s->dsn()), wait_child($child), (hrtime(true) - $start) / 1e9 < 2.5, $lock->release());
var_dump(RedisLock::forceRelease('k', $s->dsn()));
--EXPECT--
bool(true)
bool(true)
int(7)
bool(true)
bool(false)
bool(false)
