--TEST--
After a restart of the server the same object works again
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
for ($round = 0; $round < 3; $round++) {
    echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->release()), ' ';
    $server->stop();
    echo outcome(fn() => $lock->acquire()), "\n";
    $server->restart();
}
echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->release()), "\n";
--EXPECT--
true true ConnectionException
true true ConnectionException
true true ConnectionException
true true
