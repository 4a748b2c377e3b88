--TEST--
A release that no majority answers ends the lease here at once and may be repeated
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=0.3');
$lock = $nodes->lock(ttl: 60);
$lock->acquire();
$token = $lock->token();
$nodes->freeze(0, 1);
echo outcomes(fn() => $lock->release()), "\n";
var_dump($lock->state(), $lock->remaining(), $lock->token() === $token, $nodes->servers[2]->keys());
$nodes->thaw();
var_dump(is_bool($lock->release()), in_array($lock->state()->name, ['Released', 'Lost']), wait_until(fn() => $nodes->with() === '', 7));
// What refuses is no loss either.
Nodes::forgive();
var_dump($lock->acquire());
foreach ([0, 1] as $which) {
    $nodes->servers[$which]->call('ACL', 'SETUSER', 'default', '-eval', '-evalsha');
}
echo outcomes(fn() => $lock->release()), ' ', $lock->state()->name, "\n";
--EXPECT--
uncertain uncertain granted
enum(RedisLock\State::Unknown)
float(0)
bool(true)
array(0) {
}
bool(true)
bool(true)
bool(true)
bool(true)
refused refused granted Unknown
