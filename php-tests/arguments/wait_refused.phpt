--TEST--
Every bad wait is refused by name before anything is sent
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/refusal.inc';

$server = TestServer::start();
$lock = lock_on($server);
$monitor = $server->monitor();
foreach ([-1, -0.001, NAN, INF, -INF, 86_400.001, PHP_INT_MAX, 'soon', '', [], new stdClass] as $wait) {
    echo is_scalar($wait) ? var_export($wait, true) : get_debug_type($wait), ': ', implode(', ', array_unique([
        refusal(fn () => lock_on($server, wait: $wait)),
        refusal(fn () => RedisLock::restore('k', 'token', wait: $wait, connection: $server->dsn())),
        refusal(fn () => $lock->acquire($wait)),
        refusal(fn () => $lock->withLock(fn () => print("ran\n"), wait: $wait)),
    ])), "\n";
}
echo json_encode($monitor->commands()), "\n";
echo refusal(fn () => lock_on($server, wait: 86_400)), ' ', refusal(fn () => lock_on($server, wait: 0)), "\n";
--EXPECT--
-1: ValueError $wait
-0.001: ValueError $wait
NAN: ValueError $wait
INF: ValueError $wait
-INF: ValueError $wait
86400.001: ValueError $wait
9223372036854775807: ValueError $wait
'soon': TypeError $wait
'': TypeError $wait
array: TypeError $wait
stdClass: TypeError $wait
[]
none none
