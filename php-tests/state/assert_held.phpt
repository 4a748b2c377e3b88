--TEST--
assertHeld returns while the lease lasts long enough and throws LostException otherwise
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/../arguments/refusal.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
echo thrown(fn () => $lock->assertHeld()), "\n";
$lock->acquire();
var_dump($lock->assertHeld(), $lock->assertHeld(30), $lock->assertHeld(atLeast: 0));
echo thrown(fn () => $lock->assertHeld(61)), "\n";
var_dump($lock->isHeld(), $lock->state());
$lock->release();
echo thrown(fn () => $lock->assertHeld()), "\n";
foreach ([-1, NAN, INF] as $atLeast) {
    echo refusal(fn () => $lock->assertHeld($atLeast)), "\n";
}
--EXPECT--
RedisLock\LostException
NULL
NULL
NULL
RedisLock\LostException
bool(true)
enum(RedisLock\State::Held)
RedisLock\LostException
ValueError $atLeast
ValueError $atLeast
ValueError $atLeast
