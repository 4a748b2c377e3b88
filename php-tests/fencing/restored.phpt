--TEST--
A restored lease has the number it is given, also after the server confirmed it; later grants get their own
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/numbers.inc';
require __DIR__ . '/../arguments/refusal.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 20, fencing: true);
$lock->acquire();
[$fence, $token] = [$lock->fence(), $lock->detach()];
var_dump($lock->fence());
foreach (['renew', 'acquire'] as $confirm) {
    $restored = RedisLock::restore('k', $token, fencing: true, fence: $fence, connection: $s->dsn());
    var_dump($restored->fence() === $fence, $restored->$confirm(), $restored->fence() === $fence);
}
var_dump($s->call('GET', FENCE) === (string) $fence);
$without = RedisLock::restore('k', $token, fencing: true, connection: $s->dsn());
var_dump($without->acquire(), $without->fence());
$s->call('DEL', 'k');
var_dump($restored->acquire(), $restored->fence() > $fence);
foreach ([0, -1, 'x', []] as $bad) {
    echo refusal(fn () => RedisLock::restore('k', 't', fence: $bad)), "\n";
}
--EXPECT--
NULL
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
NULL
bool(true)
bool(true)
ValueError $fence
ValueError $fence
TypeError $fence
TypeError $fence
