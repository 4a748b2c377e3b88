--TEST--
What the callback throws comes out as it is, and the key is free
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server);
foreach ([new DomainException('no'), new Error('never'), new RedisLock\LostException('mine')] as $thrown) {
    try {
        $lock->withLock(fn () => throw $thrown);
    } catch (Throwable $e) {
        var_dump($e === $thrown, $e->getPrevious(), $server->keys() === [], $lock->state());
    }
}
--EXPECT--
bool(true)
NULL
bool(true)
enum(RedisLock\State::Released)
bool(true)
NULL
bool(true)
enum(RedisLock\State::Released)
bool(true)
NULL
bool(true)
enum(RedisLock\State::Released)
