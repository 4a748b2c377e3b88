--TEST--
With autoRelease off the key outlives the object, with its ttl
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60, autoRelease: false);
$lock->acquire();
$token = $lock->token();
unset($lock);
gc_collect_cycles();
$ttl = $s->call('PTTL', 'k');
var_dump($s->call('GET', 'k') === $token, $ttl > 0 && $ttl <= 60000, RedisLock::releaseAll());
var_dump(RedisLock::restore('k', $token, connection: $s->dsn())->release(), $s->keys());
--EXPECT--
bool(true)
bool(true)
int(0)
bool(true)
array(0) {
}
