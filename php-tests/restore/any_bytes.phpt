--TEST--
A token of any bytes is restored, also one that no lock of ours would make
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach (["\0", "\xff\xfe\r\n", 's:5:"token";', str_repeat("\x80", 256), '0', ' '] as $token) {
    $server->call('SET', 'k', $token, 'PX', 60_000);
    $lock = RedisLock::restore('k', $token, connection: $server->dsn());
    var_dump($lock->token() === $token && $lock->renew() && $server->call('GET', 'k') === $token && $lock->release());
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
