--TEST--
The label of the ini file is that of the first grant
--EXTENSIONS--
redis_lock
--INI--
redis_lock.owner_label=queue-3
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
echo strstr($lock->token(), '@'), ' ', $lock->holder()->label(), "\n";
--EXPECT--
@queue-3 queue-3
