--TEST--
An empty key and one of 4097 bytes are ValueErrors that name the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/../arguments/refusal.inc';

$server = TestServer::start();
$monitor = $server->monitor();
foreach (['', str_repeat('x', 4097)] as $key) {
    echo refusal(fn () => lock_on($server, $key)), "\n";
    echo refusal(fn () => RedisLock::restore($key, 'token', connection: $server->dsn())), "\n";
    echo refusal(fn () => RedisLock::forceRelease($key, $server->dsn())), "\n";
}
echo json_encode($monitor->commands()), "\n";
--EXPECT--
ValueError $key
ValueError $key
ValueError $key
ValueError $key
ValueError $key
ValueError $key
[]
