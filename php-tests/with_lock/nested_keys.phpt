--TEST--
Locks on different keys nest
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$seen = lock_on($server, 'a')->withLock(
    fn () => lock_on($server, 'b')->withLock(
        fn () => $server->keys(),
    ),
);
var_dump($seen === ['a', 'b'], $server->keys());
--EXPECT--
bool(true)
array(0) {
}
