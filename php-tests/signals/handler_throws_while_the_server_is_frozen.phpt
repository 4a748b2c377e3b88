--TEST--
A handler that throws during an outage comes out of the wait, and nothing is left when the server goes on
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$lock->acquire();
$lock->release();
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new DomainException('stop'));
$s->freeze();
pcntl_alarm(1);
$start = hrtime(true);
echo thrown(fn () => $lock->acquire(wait: 30)), "\n";
var_dump((hrtime(true) - $start) / 1e9 < 8, $lock->isHeld());
$s->thaw();
var_dump(wait_until(fn () => $s->keys() === [], 20));
var_dump($lock->acquire(), $s->call('GET', 'k') === $lock->token(), $lock->release());
--EXPECT--
DomainException
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
