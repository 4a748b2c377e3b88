--TEST--
A value that only begins like the token is another owner's
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
foreach ([fn ($token) => substr($token, 0, -1), fn ($token) => "$token ", fn ($token) => strtoupper($token), fn ($token) => "$token\0"] as $change) {
    $lock->acquire();
    $other = $change($lock->token());
    $server->call('SET', 'k', $other, 'PX', 60_000);
    var_dump($lock->renew() || $lock->release() || $server->call('GET', 'k') !== $other);
    $server->call('DEL', 'k');
}
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
