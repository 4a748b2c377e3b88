--TEST--
A renewal that no majority answers keeps the old validity, and never unlocks
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=0.3');
$lock = $nodes->lock(ttl: 4);
$lock->acquire();
$left = $lock->remaining();
$nodes->freeze(0, 1);
echo outcomes(fn() => $lock->renew()), "\n";
var_dump($lock->state(), $lock->isHeld(), $lock->remaining() < $left, $nodes->servers[2]->call('EXISTS', 'k'));
wait_until(fn() => !$lock->isHeld());
// One node has it still, for longer.
var_dump($lock->state(), $nodes->servers[2]->call('PTTL', 'k') > 0);
$nodes->thaw();
var_dump($lock->renew(), wait_until(fn() => $nodes->with() === '', 5));

// Answers in time make it valid again.
$lock = $nodes->lock(ttl: 30);
Nodes::forgive();
$lock->acquire();
$nodes->freeze(0, 1);
echo outcome(fn() => $lock->renew()), "\n";
$nodes->thaw();
var_dump($lock->renew(), $lock->state(), $lock->remaining() > 28);
// A minority's word that it is gone is not the end of it.
$nodes->servers[0]->call('DEL', 'k');
var_dump(wait_until(fn() => $lock->renew() && $nodes->with('k', $lock->token()) === '012', 3));
$nodes->servers[0]->call('SET', 'k', 'other');
var_dump($lock->renew(), $lock->acquire(), $lock->renew(10), $lock->isHeld(), $nodes->with('k', 'other'));
--EXPECT--
uncertain uncertain granted
enum(RedisLock\State::Unknown)
bool(true)
bool(true)
int(1)
enum(RedisLock\State::Lost)
bool(true)
bool(false)
bool(true)
QuorumException
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(1) "0"
