--TEST--
A signal handler runs soon while a waiter sleeps; what it throws comes out, and the queue is left
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$lock = lock_on($s, ttl: 60);
pcntl_async_signals(true);
$stop = new DomainException('stop');
pcntl_signal(SIGUSR1, function () use (&$ran, $stop) {
    $ran = hrtime(true);
    throw $stop;
});
$me = getmypid();
foreach ([fn () => $lock->acquire(wait: 30), fn () => $lock->withLock(fn () => print("ran\n"), wait: 30)] as $wait) {
    $child = once_sleeping($s, 1, function () use ($s, $me) {
        $s->call('SET', 'sent', hrtime(true));
        send_signal($me, SIGUSR1);
    });
    var_dump(caught($wait) === $stop);
    // A quarter of a second, and what a busy machine takes.
    var_dump(($ran - $s->call('GET', 'sent')) / 1e9 < 0.25 + 2, (hrtime(true) - $ran) / 1e9 < 2);
    var_dump(queued($s), $lock->state(), $holder->isHeld(), wait_child($child));
    $s->call('DEL', 'sent');
    until_sleeping($s, 0);
}
$child = once_sleeping($s, 1, function () use ($me) { send_signal($me, SIGUSR2); });
pcntl_signal(SIGUSR2, fn () => $holder->release());
var_dump($lock->acquire(wait: 30), $lock->release(), wait_child($child), left($s));
--EXPECT--
bool(true)
bool(true)
bool(true)
int(0)
enum(RedisLock\State::Idle)
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
int(0)
enum(RedisLock\State::Idle)
bool(true)
int(0)
bool(true)
bool(true)
int(0)
string(7) "nothing"
