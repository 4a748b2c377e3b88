--TEST--
A server that is in the list under two addresses votes once
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(2);
[$first, $second] = $nodes->servers;
$lock = new RedisLock('k', ttl: 60, connection: [$first->dsn(), $first->tcpDsn(), $second->dsn()]);
var_dump($lock->acquire(), $lock->renew(), $lock->release(), $lock->acquire());
$second->stop();
echo outcomes(fn() => $lock->renew()), "\n";
var_dump($lock->state());
$error = caught(fn() => $lock->release());
echo outcomes(fn() => (new RedisLock('other', ttl: 60, connection: [$first->dsn(), $first->tcpDsn(), $second->dsn()]))->acquire()), "\n";
// Nor where the first question to it is a renewal, and nobody knows yet which server it is.
$first->call('SET', 'found', 'mine', 'PX', 60_000);
$named = fn($dsn) => "$dsn?client_name=later";
$found = RedisLock::restore('found', 'mine', connection: array_map($named, [$first->dsn(), $first->tcpDsn(), $second->dsn()]));
echo outcomes(fn() => $found->renew()), ' ', $first->call('GET', 'found'), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
granted refused unreachable
enum(RedisLock\State::Unknown)
granted refused unreachable
granted refused unreachable mine
