--TEST--
A refused ttl leaves the lease as it was
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/../arguments/refusal.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lock->acquire();
foreach ([-190, 0, NAN, INF, 0.0001, '10s'] as $ttl) {
    echo refusal(fn () => $lock->renew($ttl)), ' ', var_export($lock->isHeld(), true), ' ',
        var_export($server->call('GET', 'k') === $lock->token() && $server->call('PTTL', 'k') > 50_000, true), "\n";
}
--EXPECT--
ValueError $ttl true true
ValueError $ttl true true
ValueError $ttl true true
ValueError $ttl true true
ValueError $ttl true true
TypeError $ttl true true
