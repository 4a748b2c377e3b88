--TEST--
What a signal handler throws comes out of the wait, and the object can be used again
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s);
$stop = new DomainException('stop');
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw $stop);
pcntl_alarm(1);
$start = hrtime(true);
try {
    $lock->acquire(wait: 30);
} catch (DomainException $e) {
    var_dump($e === $stop, $e->getPrevious());
}
var_dump((hrtime(true) - $start) / 1e9 < 8, $lock->state(), $s->call('GET', 'k'), $s->keys() === ['k']);
$s->call('DEL', 'k');
var_dump($lock->acquire(), $lock->release());
--EXPECT--
bool(true)
NULL
bool(true)
enum(RedisLock\State::Idle)
string(5) "rival"
bool(true)
bool(true)
bool(true)
