--TEST--
What the callback throws comes out as the same object, and the key is free
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
function fail(Throwable $e): never
{
    throw $e;
}
foreach ([new DomainException('a', 7), new TypeError('b'), new RedisLock\LockException('c'), new ErrorException('d')] as $e) {
    $before = [$e->getLine(), $e->getTrace(), $e->getMessage()];
    try {
        $lock->withLock(fn () => fail($e));
        echo "nothing thrown\n";
    } catch (Throwable $caught) {
        $after = [$e->getLine(), $e->getTrace(), $e->getMessage()];
        var_dump($caught === $e && $after === $before && $e->getPrevious() === null && $s->keys() === []);
    }
}
var_dump($lock->state());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Released)
