--TEST--
A waiting call gets the key when another process releases it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$child = fork_child(function () use ($server) {
    $lock = lock_on($server, ttl: 60);
    $lock->acquire();
    $server->call('SET', 'ready', 1);
    wait_until(fn () => $server->calls('set') >= 4);
    $lock->release();
});
wait_until(fn () => $server->call('EXISTS', 'ready') === 1);
$lock = lock_on($server, wait: 20);
var_dump($lock->acquire(), wait_child($child), $server->call('GET', 'k') === $lock->token());
--EXPECT--
bool(true)
int(0)
bool(true)
