--TEST--
The key is free once the last variable holding the lock is gone
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$lock->acquire();
$second = $lock;
unset($lock);
var_dump($s->keys());
$second = lock_on($s, 'other', ttl: 60);
var_dump($s->keys());
(function () use ($s) {
    $local = lock_on($s, 'local', ttl: 60);
    $local->acquire();
    echo implode($s->keys()), "\n";
})();
var_dump($s->keys());
--EXPECT--
array(1) {
  [0]=>
  string(1) "k"
}
array(0) {
}
local
array(0) {
}
