--TEST--
Without a wait there is exactly one try
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
$waiting = lock_on($server, wait: 5);
$calls = [
    'default' => fn () => lock_on($server)->acquire(),
    'null' => fn () => lock_on($server)->acquire(null),
    'wait 0' => fn () => lock_on($server, wait: 0)->acquire(),
    'wait 0 for this call' => fn () => $waiting->acquire(wait: 0),
    'none' => fn () => lock_on($server, retry: RedisLock\RetryPolicy::none())->acquire(),
    'RetryPolicy::wait(0)' => fn () => lock_on($server, retry: RedisLock\RetryPolicy::wait(0))->acquire(),
    'fixed(1)' => fn () => lock_on($server, retry: RedisLock\RetryPolicy::fixed(1, 5))->acquire(),
    'capped at 0' => fn () => lock_on($server, retry: RedisLock\RetryPolicy::fixed(50, 0.01))->acquire(0),
];
$monitor = $server->monitor();
foreach ($calls as $name => $call) {
    $monitor->commands();
    $got = $call();
    echo $name, ': ', json_encode($got), ' ', count(preg_grep('/^SET /i', $monitor->commands())), "\n";
}
--EXPECT--
default: false 1
null: false 1
wait 0: false 1
wait 0 for this call: false 1
none: false 1
RetryPolicy::wait(0): false 1
fixed(1): false 1
capped at 0: false 1
