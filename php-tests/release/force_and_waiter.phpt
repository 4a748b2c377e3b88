--TEST--
A waiting call gets the key that forceRelease freed
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'orphan');
$child = fork_child(function () use ($server) {
    wait_until(fn () => $server->calls('set') >= 3);
    return RedisLock::forceRelease('k', $server->dsn()) ? 0 : 1;
});
$lock = lock_on($server);
var_dump($lock->acquire(wait: 30), wait_child($child), $server->call('GET', 'k') === $lock->token());
--EXPECT--
bool(true)
int(0)
bool(true)
