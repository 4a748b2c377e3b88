--TEST--
An exception of the callback comes out also when the lease was lost meanwhile, and a new holder is left alone
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$thrown = new DomainException();
foreach ([fn () => $s->call('DEL', 'k'), fn () => $s->call('SET', 'k', 'rival')] as $lose) {
    try {
        $lock->withLock(function () use ($lose, $thrown) {
            $lose();
            throw $thrown;
        });
    } catch (Throwable $e) {
        var_dump($e === $thrown, $lock->isHeld(), $s->call('GET', 'k'));
    }
}
--EXPECT--
bool(true)
bool(false)
NULL
bool(true)
bool(false)
string(5) "rival"
