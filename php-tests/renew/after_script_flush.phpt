--TEST--
renew and release work when the server has forgotten the scripts
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
for ($round = 0; $round < 3; $round++) {
    $lock = lock_on($server);
    $lock->acquire();
    $server->call('SCRIPT', 'FLUSH');
    $renewed = $lock->renew();
    $server->call('SCRIPT', 'FLUSH');
    var_dump($renewed && $lock->release() && $server->keys() === []);
}
--EXPECT--
bool(true)
bool(true)
bool(true)
