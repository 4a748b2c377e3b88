--TEST--
releaseAll between the jobs of a long process frees what they left held, and nothing else
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$kept = lock_on($s, 'kept', ttl: 60, autoRelease: false);
$kept->acquire();
$left = [];
for ($job = 1; $job <= 200; $job++) {
    $left = [lock_on($s, "a$job", ttl: 60), lock_on($s, "b$job", ttl: 60), lock_on($s, "c$job", ttl: 60)];
    foreach ($left as $lock) {
        $lock->acquire();
    }
    $left[0]->release();
    $freed = RedisLock::releaseAll();
    if ($freed !== 2 || $s->keys() !== ['kept'] || $left[1]->isHeld() || $left[1]->release()) {
        exit("job $job: $freed");
    }
}
var_dump($left[1]->state(), $left[1]->acquire(), $kept->isHeld(), RedisLock::releaseAll(), RedisLock::releaseAll(), $s->keys());
--EXPECT--
enum(RedisLock\State::Released)
bool(true)
bool(true)
int(1)
int(0)
array(1) {
  [0]=>
  string(4) "kept"
}
