--TEST--
PHP's time limit makes a wait neither shorter nor longer
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s);
set_time_limit(1);
$start = hrtime(true);
$held = $lock->acquire(wait: 2.5);
$took = (hrtime(true) - $start) / 1e9;
set_time_limit(0);
var_dump($held, $took >= 2.5, $took < 5.5);
--EXPECT--
bool(false)
bool(true)
bool(true)
