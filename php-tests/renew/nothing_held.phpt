--TEST--
renew and release on an object that holds nothing are false and ask nobody
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$idle = lock_on($server, 'idle');
$failed = lock_on($server, 'failed');
$released = lock_on($server, 'released');
$lost = lock_on($server, 'lost');
$detached = lock_on($server, 'detached');
$server->call('SET', 'failed', 'other');
$failed->acquire();
$released->acquire();
$released->release();
$lost->acquire();
$server->call('SET', 'lost', 'other');
$lost->renew();
$detached->acquire();
$detached->detach();
$monitor = $server->monitor();
foreach ([$idle, $failed, $released, $lost, $detached] as $lock) {
    $state = $lock->state();
    var_dump($lock->renew() || $lock->renew(5) || $lock->release() || $lock->state() !== $state);
}
var_dump($monitor->commands());
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
array(0) {
}
