--TEST--
A server that takes no more clients is an outage until it does
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('CONFIG', 'SET', 'maxclients', 1);
$lock = lock_on($server);
foreach ([fn() => $lock->acquire(), fn() => $lock->withLock(fn() => print("ran\n"))] as $call) {
    var_dump(caught($call) instanceof RedisLock\UnavailableException);
}
$server->call('CONFIG', 'SET', 'maxclients', 100);
echo outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
bool(true)
bool(true)
true
