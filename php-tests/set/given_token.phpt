--TEST--
A set takes no token of the caller's, since each try needs its own; what it granted is restored by token all the same
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
echo caught(fn() => $nodes->lock(ttl: 60, token: 'job-7'))->getMessage(), "\n";
// A list of one is that one.
$single = new RedisLock('k', ttl: 60, token: 'job-7', connection: [$nodes->dsns()[0]]);
var_dump($single->acquire(), $single->token(), $single->release());
$lock = $nodes->lock(ttl: 60, autoRelease: false);
$lock->acquire();
$restored = RedisLock::restore('k', $lock->token(), ttl: 60, connection: $nodes->dsns());
var_dump($restored->renew(), $restored->release(), $lock->renew());
--EXPECT--
RedisLock::__construct(): Argument #12 ($token) must be null for a set of nodes: each try has a token of its own there
bool(true)
string(5) "job-7"
bool(true)
bool(true)
bool(true)
bool(false)
