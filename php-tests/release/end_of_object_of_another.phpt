--TEST--
The end of an object that lost its lease leaves the new owner's key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$server->call('SET', 'k', 'other', 'PX', 60_000);
unset($lock);
var_dump($server->call('GET', 'k'));
--EXPECT--
string(5) "other"
