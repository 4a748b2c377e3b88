--TEST--
The shortest ttl is 1 ms, the longest a year
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/../arguments/refusal.inc';

$server = TestServer::start();
foreach ([0.001, 1, 31_536_000] as $ttl) {
    echo refusal(fn () => lock_on($server, ttl: $ttl)), "\n";
}
$lock = lock_on($server, 'year', ttl: 31_536_000);
var_dump($lock->acquire(), $server->call('PTTL', 'year') > 31_535_000_000);
--EXPECT--
none
none
none
bool(true)
bool(true)
