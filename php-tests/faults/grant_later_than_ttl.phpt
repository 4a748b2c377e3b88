--TEST--
A grant that comes later than its ttl is not a grant, and it is not in anybody's way
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$dsn = $server->dsn('timeout=3');
$lock = new RedisLock('k', ttl: 0.3, connection: $dsn);
$lock->acquire() && $lock->release();
$server->freeze();
$child = fork_child(function () use ($server) { usleep(700000); $server->thaw(); });
$outcome = 'true';
try {
    $outcome = json_encode($lock->acquire());
} catch (RedisLock\UnavailableException $e) {
    $outcome = 'unavailable';
}
$left = $lock->remaining();
$pttl = $server->call('PTTL', 'k') / 1000;
// Either it tried again and got a grant in time, or it says that it has none; it is never "someone else has it".
var_dump($outcome === 'true' ? $left > 0 && $left <= 0.3 : $outcome === 'unavailable' && $left === 0.0);
wait_child($child);
if ($outcome === 'true') {
    $lock->release();
}
$rival = new RedisLock('k', ttl: 20, connection: $dsn);
echo timed(0, 1, fn() => $rival->acquire()), ' ', json_encode($lock->isHeld()), "\n";
--EXPECT--
bool(true)
true false
