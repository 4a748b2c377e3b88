--TEST--
Two objects of one process exclude each other
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$first = lock_on($server);
$second = lock_on($server);
var_dump($first->acquire(), $second->acquire(), $second->acquire(wait: 0.05));
var_dump($second->release(), $first->release(), $second->acquire(), $first->acquire());
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
