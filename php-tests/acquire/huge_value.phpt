--TEST--
A key that holds a huge string of somebody else's is contended, and its value is not read
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', str_repeat('x', 20 << 20));
$lock = lock_on($s);
$before = memory_get_usage();
var_dump($lock->acquire(), $lock->lastContender()->foreign(), $lock->acquire(wait: 0.3));
var_dump(memory_get_usage() - $before < 100000);
$s->call('DEL', 'k');
var_dump($lock->acquire(), $lock->release());
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
