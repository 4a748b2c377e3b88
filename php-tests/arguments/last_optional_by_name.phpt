--TEST--
Every call works with only its last optional parameter, by name
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
putenv('REDIS_LOCK_DSN=' . $server->dsn());
$lock = new RedisLock('k', token: 'given');
var_dump($lock->acquire(wait: 0), $lock->renew(ttl: 5), $lock->assertHeld(atLeast: 0.5));
var_dump($lock->withLock(fn () => 'ran', wait: 0), $lock->release());
var_dump(RedisLock::restore('k', 'given', autoRelease: true)->release());
var_dump(RedisLock::forceRelease('k', connection: $server->dsn()));
var_dump(RedisLock\RetryPolicy::fixed(2, 0.001, jitter: 0.5) instanceof RedisLock\RetryPolicy);
var_dump(RedisLock\RetryPolicy::exponential(2, factor: 3.0) instanceof RedisLock\RetryPolicy);
var_dump((new RedisLock\Holder(null, foreign: true))->foreign());
foreach (['LockException', 'ContendedException', 'LostException', 'UnavailableException', 'ConnectionException', 'UncertainException', 'ServerException'] as $class) {
    echo (new ("RedisLock\\$class")(previous: new Exception('cause')))->getPrevious()->getMessage(), "\n";
}
--EXPECT--
bool(true)
bool(true)
NULL
string(3) "ran"
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
cause
cause
cause
cause
cause
cause
cause
