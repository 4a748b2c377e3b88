--TEST--
holder, forceRelease, restore and detach work on a set as on one server
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$lock = $nodes->lock(ttl: 40);
$other = $nodes->lock();
var_dump($other->holder());
$lock->acquire();
$holder = $other->holder();
var_dump($holder->token() === $lock->token(), $holder->label() === gethostname() . ':' . getmypid(), $holder->remaining() > 30 && $holder->remaining() <= 40);
// What only a minority has is no holder; what a majority has is one, whatever the rest says.
$nodes->servers[0]->call('SET', 'k', 'other');
var_dump($other->holder()->token() === $lock->token());
$nodes->servers[1]->call('DEL', 'k');
var_dump($other->holder(), $nodes->with('k', $lock->token()));
$nodes->freeze(0, 1);
echo outcomes(fn() => $nodes->lock(ttl: 2)->holder()), "\n";
echo outcomes(fn() => RedisLock::forceRelease('none', $nodes->dsns())), "\n";
$nodes->thaw();
Nodes::forgive();
var_dump(RedisLock::forceRelease('k', $nodes->dsns()), $nodes->with(), RedisLock::forceRelease('k', $nodes->dsns()), $lock->renew());
// What a minority has is something, and goes.
$nodes->servers[2]->call('SET', 'k', 'x');
var_dump(RedisLock::forceRelease('k', $nodes->dsns()), $nodes->with());

$lock->acquire();
$token = $lock->detach();
unset($lock);
var_dump($nodes->with('k', $token));
$restored = RedisLock::restore('k', $token, ttl: 50, connection: $nodes->dsns());
var_dump($restored->state(), $restored->renew(), $restored->remaining() > 45, $restored->release(), $nodes->with());
$late = RedisLock::restore('k', $token, ttl: 50, connection: $nodes->dsns());
var_dump($late->renew(), $late->state(), $late->acquire(), $nodes->with('k', $late->token()), $late->token() !== $token);
--EXPECT--
NULL
bool(true)
bool(true)
bool(true)
bool(true)
NULL
string(1) "2"
uncertain uncertain held
uncertain uncertain held
bool(true)
string(0) ""
bool(false)
bool(false)
bool(true)
string(0) ""
string(3) "012"
enum(RedisLock\State::Unknown)
bool(true)
bool(true)
bool(true)
string(0) ""
bool(false)
enum(RedisLock\State::Lost)
bool(true)
string(3) "012"
bool(true)
