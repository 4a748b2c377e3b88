--TEST--
wait: over fixed and exponential caps the time and leaves the attempts
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
lock_on($server)->acquire();
$monitor = $server->monitor();
foreach ([RedisLock\RetryPolicy::fixed(3, 0.001), RedisLock\RetryPolicy::exponential(3, 0.001)] as $policy) {
    $monitor->commands();
    $got = lock_on($server, retry: $policy)->acquire(wait: 600);
    echo json_encode($got), ' ', count(preg_grep('/^SET /i', $monitor->commands())), "\n";
}
foreach ([RedisLock\RetryPolicy::fixed(1_000, 0.5), RedisLock\RetryPolicy::exponential(1_000, 0.5, 0.5)] as $policy) {
    $start = hrtime(true);
    $got = lock_on($server, retry: $policy)->acquire(wait: 0.1);
    $took = (hrtime(true) - $start) / 1e9;
    echo json_encode($got), ' ', $took < 5 ? 'capped' : $took, "\n";
    echo thrown(fn () => lock_on($server, retry: $policy)->withLock(fn () => 1, wait: 0.1)), "\n";
}
--EXPECT--
false 3
false 3
false capped
RedisLock\ContendedException
false capped
RedisLock\ContendedException
