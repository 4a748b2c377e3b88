--TEST--
A message stays short and printable whatever is stored under the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$hex = str_repeat('ab', 16);
foreach ([str_repeat('v', 100_000), "$hex@" . str_repeat('l', 100_000), "$hex@two\0words\x1b[31m", "\0\xff\x1b[31m"] as $value) {
    $server->call('SET', 'k', $value);
    try {
        lock_on($server)->withLock(fn () => 1);
    } catch (RedisLock\ContendedException $e) {
        var_dump(strlen($e->getMessage()) < 1_000, preg_match('/[\0-\x1f]/', $e->getMessage()));
    }
}
$key = str_repeat('K', 4096);
echo strlen((function () use ($server, $key) {
    try {
        lock_on($server, $key)->assertHeld();
    } catch (RedisLock\LostException $e) {
        return $e->getMessage();
    }
})()) < 1_000 ? "short\n" : "long\n";
--EXPECT--
bool(true)
int(0)
bool(true)
int(0)
bool(true)
int(0)
bool(true)
int(0)
short
