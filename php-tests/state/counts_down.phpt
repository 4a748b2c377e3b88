--TEST--
remaining counts down to zero, and then the object is Lost without asking anybody
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 3);
$lock->acquire();
$monitor = $server->monitor();
$first = $lock->remaining();
usleep(20_000);
$second = $lock->remaining();
var_dump($first > 0 && $first < 3, $first - $second >= 0.02);
var_dump(wait_until(fn () => !$lock->isHeld()), $lock->remaining(), $lock->state());
echo thrown(fn () => $lock->assertHeld()), "\n";
var_dump($monitor->commands());
--EXPECT--
bool(true)
bool(true)
bool(true)
float(0)
enum(RedisLock\State::Lost)
RedisLock\LostException
array(0) {
}
