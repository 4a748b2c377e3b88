--TEST--
A callback that outlives the lease ends in LostException with its value, the cause and the numbers
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
try {
    lock_on($server, ttl: 0.1)->withLock(function () {
        usleep(300_000);
        return 'v';
    });
} catch (RedisLock\LostException $e) {
    var_dump($e->getResult(), preg_match('/ran \d+\.\d+ s, ttl 0\.1 s/', $e->getMessage()) ?: $e->getMessage());
    preg_match('/ran ([\d.]+) s/', $e->getMessage(), $ran);
    var_dump($ran[1] >= 0.3 && $ran[1] < 10);
}
--EXPECT--
string(1) "v"
int(1)
bool(true)
