--TEST--
The attempts of fixed and exponential count the first try
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
lock_on($server)->acquire();
$monitor = $server->monitor();
foreach ([1, 2, 5] as $attempts) {
    $policies = [
        'fixed' => RedisLock\RetryPolicy::fixed($attempts, 0.001),
        'exponential' => RedisLock\RetryPolicy::exponential($attempts, 0.001, 0.002),
    ];
    foreach ($policies as $name => $policy) {
        $monitor->commands();
        $got = lock_on($server, retry: $policy)->acquire();
        echo "$name $attempts: ", json_encode($got), ' ', count(preg_grep('/^SET /i', $monitor->commands())), "\n";
    }
}
--EXPECT--
fixed 1: false 1
exponential 1: false 1
fixed 2: false 2
exponential 2: false 2
fixed 5: false 5
exponential 5: false 5
