--TEST--
A lock in a reference cycle is freed when the cycle is collected
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$holder = new stdClass();
$holder->self = $holder;
$holder->lock = lock_on($s, ttl: 60);
$holder->lock->acquire();
unset($holder);
var_dump($s->call('EXISTS', 'k'));
gc_collect_cycles();
var_dump($s->keys());
--EXPECT--
int(1)
array(0) {
}
