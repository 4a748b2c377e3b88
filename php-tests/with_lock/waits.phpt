--TEST--
withLock waits for the key and then runs the callback once
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other', 'PX', 200);
$runs = 0;
var_dump(lock_on($server)->withLock(function () use (&$runs) { return ++$runs; }, wait: 20), $runs);
--EXPECT--
int(1)
int(1)
