--TEST--
A value of the wrong type is a TypeError that names the parameter, with nothing sent
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/refusal.inc';

$server = TestServer::start();
$lock = lock_on($server);
$monitor = $server->monitor();
$calls = [
    fn () => new RedisLock([], connection: $server->dsn()),
    fn () => new RedisLock(null, connection: $server->dsn()),
    fn () => new RedisLock('k', connection: 7),
    fn () => new RedisLock('k', connection: new stdClass),
    fn () => lock_on($server, retry: 3),
    fn () => lock_on($server, retry: new stdClass),
    fn () => lock_on($server, autoRelease: []),
    fn () => lock_on($server, token: []),
    fn () => RedisLock::restore('k', [], connection: $server->dsn()),
    fn () => RedisLock::restore('k', 'token', retry: 'none', connection: $server->dsn()),
    fn () => RedisLock::forceRelease([], $server->dsn()),
    fn () => RedisLock::forceRelease('k', 1.5),
    fn () => $lock->withLock('no such function'),
    fn () => $lock->withLock(null),
    fn () => $lock->assertHeld('x'),
    fn () => $lock->assertHeld([]),
    fn () => RedisLock\RetryPolicy::fixed('x', 0.1),
    fn () => RedisLock\RetryPolicy::exponential([]),
    fn () => RedisLock\RetryPolicy::wait('x'),
    fn () => new RedisLock\Holder([]),
    fn () => new RedisLock\Holder(null, remaining: 'x'),
];
foreach ($calls as $call) {
    echo refusal($call), "\n";
}
echo json_encode($monitor->commands()), "\n";
--EXPECT--
TypeError $key
TypeError $key
TypeError $connection
TypeError $connection
TypeError $retry
TypeError $retry
TypeError $autoRelease
TypeError $token
TypeError $token
TypeError $retry
TypeError $key
TypeError $connection
TypeError $callback
TypeError $callback
TypeError $atLeast
TypeError $atLeast
TypeError $attempts
TypeError $attempts
TypeError $seconds
TypeError $token
TypeError $remaining
[]
