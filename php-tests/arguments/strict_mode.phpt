--TEST--
With strict_types a call is judged like one of a PHP function
--EXTENSIONS--
redis_lock
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/refusal.inc';

class Name
{
    public function __toString(): string { return 'named'; }
}
$server = TestServer::start();
$lock = new RedisLock('k', 5, connection: $server->dsn());
$lock->acquire();
$monitor = $server->monitor();
$calls = [
    fn () => new RedisLock(123),
    fn () => new RedisLock(new Name),
    fn () => new RedisLock('k', '5'),
    fn () => new RedisLock('k', true),
    fn () => new RedisLock('k', wait: '1'),
    fn () => new RedisLock('k', autoRelease: 1),
    fn () => new RedisLock('k', token: 17),
    fn () => $lock->renew('5'),
    fn () => $lock->acquire(false),
    fn () => $lock->assertHeld('0'),
    fn () => RedisLock::restore('k', 17),
    fn () => RedisLock\RetryPolicy::fixed('3', 0.1),
    fn () => RedisLock\RetryPolicy::fixed(3.0, 0.1),
    fn () => new RedisLock\Holder(17),
    fn () => new RedisLock\Holder(null, foreign: 1),
];
foreach ($calls as $call) {
    echo refusal($call), "\n";
}
echo json_encode($monitor->commands()), "\n";
var_dump($lock->renew(5), $lock->assertHeld(0), $lock->acquire(0));
--EXPECT--
TypeError $key
TypeError $key
TypeError $ttl
TypeError $ttl
TypeError $wait
TypeError $autoRelease
TypeError $token
TypeError $ttl
TypeError $wait
TypeError $atLeast
TypeError $token
TypeError $attempts
TypeError $attempts
TypeError $token
TypeError $foreign
[]
bool(true)
NULL
bool(true)
