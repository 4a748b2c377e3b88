--TEST--
The end of the object frees its lease, unless autoRelease is off
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$freed = lock_on($server, 'freed');
$kept = lock_on($server, 'kept', autoRelease: false);
$freed->acquire();
$kept->acquire();
unset($freed, $kept);
var_dump($server->keys());
(function () use ($server) {
    $local = lock_on($server, 'local');
    $local->acquire();
})();
var_dump($server->keys());
--EXPECT--
array(1) {
  [0]=>
  string(4) "kept"
}
array(1) {
  [0]=>
  string(4) "kept"
}
