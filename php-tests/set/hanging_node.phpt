--TEST--
A node that accepts and never answers is not waited for, and a reply that is lost there is no vote
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=5&connect_timeout=5');
$proxy = TestProxy::start($nodes->servers[0]);
$dsns = [$proxy->dsn('timeout=5&connect_timeout=5')] + $nodes->dsns();
$lock = new RedisLock('k', ttl: 60, connection: $dsns);
$proxy->blackhole();
echo timed(0, 1, fn() => $lock->acquire()), ' ', timed(0, 1, fn() => $lock->release()), "\n";
$proxy->resume();
// What it was asked meanwhile, it did and took back.
var_dump(wait_until(fn() => $nodes->with() === '', 7));
Nodes::forgive();
echo outcome(fn() => $lock->acquire()), outcome(fn() => $lock->release()), "\n";

// Granted there, and the reply lost, where one other says no: two of three are needed.
$nodes->servers[1]->call('SET', 'k', 'other');
$proxy->eatNextReply('SET');
echo outcomes(fn() => $lock->acquire()), "\n";
var_dump($lock->isHeld(), wait_until(fn() => $nodes->with() === '1', 7));
// The object itself may go on at once.
$nodes->servers[1]->call('DEL', 'k');
Nodes::forgive();
$proxy->eatNextReply('SET');
var_dump($lock->acquire(), $lock->renew(), $lock->release(), wait_until(fn() => $nodes->with() === '', 7));
--EXPECT--
true true
bool(true)
truetrue
uncertain held granted
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
