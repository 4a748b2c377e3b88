--TEST--
A ttl below a second is never rounded to zero or to a second
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
lock_on($server, 'warm')->acquire();
$monitor = $server->monitor();
foreach ([1, 50, 999] as $milliseconds) {
    $lock = lock_on($server, "k$milliseconds", ttl: $milliseconds / 1000);
    thrown(fn () => $lock->acquire());
    $sets = preg_grep("/^SET k$milliseconds /i", $monitor->commands());
    echo preg_match('/ PX \d+\b/i', reset($sets), $found) ? $found[0] : 'no expiry', "\n";
}
--EXPECT--
 PX 1
 PX 50
 PX 999
