--TEST--
What only reads the object asks nobody
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$monitor = $server->monitor();
for ($i = 0; $i < 100; $i++) {
    $lock->isHeld();
    $lock->assertHeld();
    $lock->remaining();
    $lock->state();
    $lock->key();
    $lock->token();
    $lock->fence();
    $lock->lastContender();
}
$lock->detach();
var_dump($monitor->commands());
--EXPECT--
array(0) {
}
