--TEST--
The message of LostException has the key, the cause and the numbers
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, 'report:7', ttl: 30);
try {
    $lock->withLock(fn () => $server->call('DEL', 'report:7'));
} catch (RedisLock\LostException $e) {
    var_dump(str_contains($e->getMessage(), 'report:7'), preg_match('/ran \d+\.\d+ s, ttl 30 s/', $e->getMessage()) ?: $e->getMessage());
}
$short = lock_on($server, 'short', ttl: 0.25);
$short->acquire();
wait_until(fn () => !$short->isHeld());
try {
    $short->assertHeld();
} catch (RedisLock\LostException $e) {
    var_dump(str_contains($e->getMessage(), 'short'), str_contains($e->getMessage(), '0.25 s') ?: $e->getMessage(), $e->getResult());
}
--EXPECT--
bool(true)
int(1)
bool(true)
bool(true)
NULL
