--TEST--
A handler that throws while withLock waits: its exception, and the callback does not run
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s);
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new DomainException('stop'));
pcntl_alarm(1);
echo thrown(fn () => $lock->withLock(function () { echo "ran\n"; }, wait: 30)), "\n";
var_dump($lock->state(), $s->call('GET', 'k'));
$s->call('DEL', 'k');
echo $lock->withLock(fn () => "usable\n");
--EXPECT--
DomainException
enum(RedisLock\State::Idle)
string(5) "rival"
usable
