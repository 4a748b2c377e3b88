--TEST--
After a wait the holder's label and remaining time are known without another request
--INI--
redis_lock.owner_label=worker-7
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$holder = lock_on($s, ttl: 60);
$holder->acquire();
$lock = lock_on($s, ttl: 60);
$other = lock_on($s, ttl: 60);
$monitor = $s->monitor();
var_dump($lock->acquire(wait: 0.3));
$e = caught(fn () => $other->withLock(fn () => 1, wait: 0.3));
$asked = preg_grep('/^(GET|PTTL)/', $monitor->commands());
foreach ([$lock->lastContender(), $e->getHolder()] as $met) {
    echo $met->label(), ' ', $met->token() === $holder->token() ? 'its token' : 'another', ' ', json_encode($met->foreign()), "\n";
    var_dump($met->remaining() > 50 && $met->remaining() <= 60);
}
var_dump($e->getRetryAfter() > 50 && $e->getRetryAfter() <= 60, $e->getRetryAfter() <= $lock->lastContender()->remaining());
echo json_encode([$asked, $monitor->commands()]), "\n";
// A holder without an end, and another kind of data.
$s->call('PERSIST', 'k');
var_dump($lock->acquire(wait: 0.2), $lock->lastContender()->remaining());
var_dump(caught(fn () => $other->withLock(fn () => 1, wait: 0.2))->getRetryAfter());
$s->call('DEL', 'k');
$s->call('RPUSH', 'k', 'x');
$s->call('PEXPIRE', 'k', 60000);
var_dump($lock->acquire(wait: 0.2), $lock->lastContender()->foreign(), $lock->lastContender()->remaining() > 50);
$s->call('DEL', 'k');
echo left($s), "\n";
--EXPECT--
bool(false)
worker-7 its token false
bool(true)
worker-7 its token false
bool(true)
bool(true)
bool(true)
[[],[]]
bool(false)
NULL
NULL
bool(false)
bool(true)
bool(true)
nothing
