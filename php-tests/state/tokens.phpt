--TEST--
token is null in Idle and Released, and fence is null without fencing
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$tell = fn () => print(json_encode([$lock->state()->name, is_string($lock->token()), $lock->fence()]) . "\n");
$tell();
$lock->acquire();
$tell();
$lock->release();
$tell();
$lock->acquire();
$lock->detach();
$tell();
--EXPECT--
["Idle",false,null]
["Held",true,null]
["Released",false,null]
["Released",false,null]
