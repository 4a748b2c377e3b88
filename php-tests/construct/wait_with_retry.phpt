--TEST--
wait and retry together are a ValueError
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/../arguments/refusal.inc';

$server = TestServer::start();
$policy = RedisLock\RetryPolicy::none();
foreach ([0, 1.5] as $wait) {
    $refusals = [
        refusal(fn () => lock_on($server, wait: $wait, retry: $policy)),
        refusal(fn () => RedisLock::restore('k', 'token', wait: $wait, retry: $policy, connection: $server->dsn())),
    ];
    foreach ($refusals as $refusal) {
        var_dump(in_array($refusal, ['ValueError $wait', 'ValueError $retry'], true) ?: $refusal);
    }
}
echo refusal(fn () => lock_on($server, wait: null, retry: $policy)), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
none
