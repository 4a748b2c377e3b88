--TEST--
A token has 1 to 256 bytes of any content
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/../arguments/refusal.inc';

$server = TestServer::start();
$monitor = $server->monitor();
foreach (['', str_repeat('t', 257)] as $token) {
    echo refusal(fn () => lock_on($server, token: $token)), "\n";
    echo refusal(fn () => RedisLock::restore('k', $token, connection: $server->dsn())), "\n";
}
echo json_encode($monitor->commands()), "\n";
foreach (['t', "\0\xff\r\n", str_repeat('t', 256)] as $token) {
    $lock = lock_on($server, token: $token);
    var_dump($lock->acquire() && $server->call('GET', 'k') === $token && $lock->renew() && $lock->release());
}
--EXPECT--
ValueError $token
ValueError $token
ValueError $token
ValueError $token
[]
bool(true)
bool(true)
bool(true)
