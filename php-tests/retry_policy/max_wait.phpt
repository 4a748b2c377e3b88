--TEST--
withMaxWait ends any policy by its time and leaves the policy it was called on
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
$policies = [
    RedisLock\RetryPolicy::fixed(1_000_000, 0.02),
    RedisLock\RetryPolicy::exponential(1_000_000),
    RedisLock\RetryPolicy::wait(60),
    RedisLock\RetryPolicy::none(),
];
foreach ($policies as $policy) {
    $limited = $policy->withMaxWait(0.2);
    $start = hrtime(true);
    $got = lock_on($server, retry: $limited)->acquire();
    $took = (hrtime(true) - $start) / 1e9;
    var_dump($got, $took < 5 ?: $took, $limited !== $policy);
}
$few = RedisLock\RetryPolicy::fixed(4, 0.001);
$few->withMaxWait(0);
$monitor = $server->monitor();
lock_on($server, retry: $few)->acquire();
lock_on($server, retry: RedisLock\RetryPolicy::fixed(9, 0.001)->withMaxWait(0))->acquire();
var_dump(count(preg_grep('/^SET /i', $monitor->commands())));
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
int(5)
