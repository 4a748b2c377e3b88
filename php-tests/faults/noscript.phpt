--TEST--
A server that forgot its scripts is no failure
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 20);
foreach (['renew', 'release'] as $method) {
    $lock->acquire();
    $lock->renew();
    $server->call('SCRIPT', 'FLUSH');
    echo outcome(fn() => $lock->$method()), "\n";
}
$lock->acquire();
$server->call('SCRIPT', 'FLUSH');
$server->restart();
// Longer than the 50 ms after which a connection is looked at before use.
usleep(60000);
// The restart lost the key: that is said, not that a script is missing.
echo outcome(fn() => $lock->release()), ' ', $lock->state()->name, "\n";
$lock->acquire();
$server->restart();
usleep(60000);
echo outcome(fn() => $lock->renew()), ' ', $lock->state()->name, "\n";
--EXPECT--
true
true
false Lost
false Lost
