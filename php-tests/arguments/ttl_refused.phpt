--TEST--
Every bad ttl is refused by name before anything is sent
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/refusal.inc';

$server = TestServer::start();
$held = lock_on($server, 'held', token: 't');
$held->acquire();
$monitor = $server->monitor();
foreach ([0, 0.0, -1, -190, 0.0004, NAN, INF, -INF, PHP_INT_MAX, 40_000_000, 1e300, '5s', '', [], new stdClass] as $ttl) {
    echo is_scalar($ttl) ? var_export($ttl, true) : get_debug_type($ttl), ': ', implode(', ', array_unique([
        refusal(fn () => lock_on($server, ttl: $ttl)),
        refusal(fn () => RedisLock::restore('k', 'token', ttl: $ttl, connection: $server->dsn())),
        refusal(fn () => $held->renew($ttl)),
        refusal(fn () => lock_on($server)->renew(ttl: $ttl)),
    ])), "\n";
}
echo json_encode($monitor->commands()), "\n";
--EXPECT--
0: ValueError $ttl
0.0: ValueError $ttl
-1: ValueError $ttl
-190: ValueError $ttl
0.0004: ValueError $ttl
NAN: ValueError $ttl
INF: ValueError $ttl
-INF: ValueError $ttl
9223372036854775807: ValueError $ttl
40000000: ValueError $ttl
1.0E+300: ValueError $ttl
'5s': TypeError $ttl
'': TypeError $ttl
array: TypeError $ttl
stdClass: TypeError $ttl
[]
