--TEST--
Asking a renewed object about its lease sends nothing
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 600, autoRenew: true);
$lock->acquire();
$monitor = $s->monitor();
for ($i = 0; $i < 500; $i++) {
    $ok = $lock->isHeld() && $lock->remaining() > 500 && $lock->state()->name === 'Held' && $lock->token() && $lock->assertHeld(1) === null;
    $ok || exit('not held');
}
echo json_encode($monitor->commands()), ' ', background_threads(), ' ', json_encode($lock->release()), "\n";
--EXPECT--
[] 1 true
