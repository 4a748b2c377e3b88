--TEST--
A release that fails hides neither the value nor the exception of the callback, and costs one bounded try
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = new RedisLock('k', ttl: 60, connection: $s->dsn('timeout=0.3&connect_timeout=0.3'));
$thrown = new DomainException();
foreach ([fn () => 'value', fn () => throw $thrown] as $outcome) {
    $start = hrtime(true);
    try {
        var_dump($lock->withLock(function () use ($s, $outcome) {
            $s->freeze();
            return $outcome();
        }));
    } catch (DomainException $e) {
        var_dump($e === $thrown, $e->getPrevious());
    }
    var_dump((hrtime(true) - $start) / 1e9 < 3, $lock->isHeld(), $lock->state());
    $s->thaw();
    $lock->release();
    var_dump($s->keys());
}
--EXPECT--
string(5) "value"
bool(true)
bool(false)
enum(RedisLock\State::Unknown)
array(0) {
}
bool(true)
NULL
bool(true)
bool(false)
enum(RedisLock\State::Unknown)
array(0) {
}
