--TEST--
Another object on the same connection works in a handler during a wait
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s);
$other = lock_on($s, 'other');
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use ($s, $other) {
    var_dump($other->acquire(), $other->holder()->token() === $other->token(), $other->renew(), $other->release());
    echo $other->withLock(fn () => "inside\n");
    var_dump(lock_on($s)->acquire(wait: 0.05));
});
pcntl_alarm(1);
var_dump($lock->acquire(wait: 2), $lock->lastContender()->token());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
inside
bool(false)
bool(false)
string(5) "rival"
