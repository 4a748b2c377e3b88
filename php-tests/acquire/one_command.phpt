--TEST--
A grant is one command that writes the key together with its expiry
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 7);
$lock->acquire();
$lock->release();
$monitor = $server->monitor();
$lock->acquire();
echo str_replace($lock->token(), 'TOKEN', implode("\n", $monitor->commands())), "\n";
--EXPECT--
SET k TOKEN NX GET PX 7000
