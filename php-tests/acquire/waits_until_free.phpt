--TEST--
A waiting call gets the key when its holder's lease ends
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$start = hrtime(true);
$server->call('SET', 'k', 'other', 'PX', 300);
$lock = lock_on($server);
var_dump($lock->acquire(wait: 20), $lock->isHeld());
$took = (hrtime(true) - $start) / 1e9;
var_dump($took >= 0.295 && $took < 10 ?: $took, $server->call('GET', 'k') === $lock->token());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
