--TEST--
A process may hold thousands of leases and frees them one by one or all at once
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
for ($i = 0; $i < 4000; $i++) {
    $locks[$i] = lock_on($s, "k$i", ttl: 60);
    $locks[$i]->acquire();
}
var_dump($s->call('DBSIZE'));
for ($i = 0; $i < 4000; $i += 2) {
    unset($locks[$i]);
}
var_dump($s->call('DBSIZE'), RedisLock::releaseAll(), $s->call('DBSIZE'));
--EXPECT--
int(4000)
int(2000)
int(2000)
int(0)
