--TEST--
Constructing an object again is an Error and changes nothing, also inside the callback
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$again = fn () => $lock->__construct('other', connection: $s->dsn());
echo thrown($again), ' ', $lock->key(), "\n";
$lock->acquire();
echo thrown($again), ' ', $lock->key(), ' ', json_encode([$lock->isHeld(), $lock->renew(), $lock->release()]), "\n";
echo $lock->withLock(function () use ($lock, $again) {
    echo thrown($again), ' ';
    gc_collect_cycles();
    return $lock->key() . ' ' . json_encode([$lock->isHeld(), $lock->renew()]) . "\n";
});
var_dump($lock->state(), $s->keys());
--EXPECT--
Error k
Error k [true,true,true]
Error k [true,true]
enum(RedisLock\State::Released)
array(0) {
}
