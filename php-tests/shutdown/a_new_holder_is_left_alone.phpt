--TEST--
A lease that expired and was taken over is not freed by its former owner's end
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$lock->acquire();
$s->call('SET', 'k', 'rival');
unset($lock);
var_dump($s->call('GET', 'k'));
--EXPECT--
string(5) "rival"
