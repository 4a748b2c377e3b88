--TEST--
Every parameter can be given by name, in any order
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock(token: 't', autoRelease: true, connection: $server->dsn(), retry: null, wait: 0.0, ttl: 9, key: 'k');
var_dump($lock->acquire(), $lock->key(), $lock->token());
var_dump($lock->withLock(wait: 1.0, callback: fn ($held) => $held->key()));
$again = RedisLock::restore(autoRelease: false, connection: $server->dsn(), retry: RedisLock\RetryPolicy::none(), wait: null, ttl: 9, token: 't', key: 'k');
var_dump($again->renew());
var_dump(RedisLock::forceRelease(connection: $server->dsn(), key: 'k'));
$holder = new RedisLock\Holder(foreign: false, remaining: 1, label: 'web1:7', token: 't');
var_dump($holder->remaining());
$policies = [
    RedisLock\RetryPolicy::fixed(jitter: 0, delay: 0.1, attempts: 2),
    RedisLock\RetryPolicy::exponential(factor: 2, cap: 0.2, base: 0.1, attempts: 2),
    RedisLock\RetryPolicy::wait(seconds: 1)->withMaxWait(seconds: 1),
];
echo count($policies), "\n";
--EXPECT--
bool(true)
string(1) "k"
string(1) "t"
string(1) "k"
bool(true)
bool(true)
float(1)
3
