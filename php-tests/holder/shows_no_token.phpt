--TEST--
The printed form of a Holder shows no token
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
$lock->acquire();
$holder = $lock->holder();
ob_start();
var_dump($holder, $lock);
print_r($holder);
print_r($lock);
var_export($holder);
var_export([$lock]);
echo json_encode([(array) $holder, (array) $lock]);
$printed = ob_get_clean();
var_dump(str_contains($printed, substr($lock->token(), 0, 16)), str_contains($printed, 'RedisLock'));
--EXPECT--
bool(false)
bool(true)
