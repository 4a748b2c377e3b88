--TEST--
Also on an object that was held already, a loss that is known at the end is LostException
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lock->acquire();
try {
    $lock->withLock(function ($held) use ($server) {
        $server->call('DEL', 'k');
        var_dump($held->renew());
        return 'v';
    });
} catch (RedisLock\LostException $e) {
    var_dump($e->getResult(), $lock->state());
}
--EXPECT--
bool(false)
string(1) "v"
enum(RedisLock\State::Lost)
