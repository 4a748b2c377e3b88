--TEST--
Every grant of an object has a token of its own
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$tokens = [];
for ($grant = 0; $grant < 5; $grant++) {
    $lock->acquire();
    $tokens[] = $lock->token();
    $lock->release();
}
var_dump(count(array_unique($tokens)));
--EXPECT--
int(5)
