--TEST--
A primary that falls silent while replicas are waited for leaves an acquire that nobody believes in
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/replicas.inc';
[$s, [$replica]] = primary_with(1);
$proxy = TestProxy::start($s);
$lock = new RedisLock('k', ttl: 20, replicas: 1, connection: $proxy->dsn('timeout=0.5'));
$proxy->eatNextReply('WAIT');
echo outcome(fn () => $lock->acquire()), ' ', $lock->state()->name, $s->call('EXISTS', 'k'), "\n";
$proxy->eatNextReply('WAIT');
echo timed(0, 3, fn () => $lock->acquire(20)), ' ', $lock->state()->name, "\n";
$lock->release();
// Nor is the release answered: what it left is taken over.
$proxy->holdNextReply('WAIT');
$child = fork_child(function () use ($s, $proxy) {
    wait_until(fn () => $s->call('EXISTS', 'k') === 1);
    $proxy->blackhole();
});
echo timed(0.4, 2, fn () => $lock->acquire()), ' ', wait_child($child), ' ', json_encode($lock->isHeld()), $lock->state()->name, "\n";
$proxy->resume();
echo timed(0, 4, fn () => $lock->acquire(4)), ' ', $lock->state()->name, "\n";
--EXPECT--
ConnectionException Idle0
true Held
UncertainException 0 falseUnknown
true Held
