--TEST--
Detaching in a handler during a wait gives away what an unanswered acquire may have left; the wait keeps its place
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
require __DIR__ . '/../support/proxy.inc';
$s = TestServer::start();
$proxy = TestProxy::start($s);
pcntl_async_signals(true);
$me = getmypid();
warm_up($s);

// Granted in the moment in which it is detached.
$lock = new RedisLock('k', ttl: 60, connection: $proxy->dsn());
$proxy->eatNextReply('SET');
echo outcome(fn () => $lock->acquire()), ' ', $lock->state()->name, "\n";
$unanswered = $lock->token();
$holder = lock_on($s, ttl: 60);
$holder->acquire(wait: 10);
pcntl_signal(SIGUSR1, function () use ($s, $lock, $holder, $unanswered) {
    echo 'handler: ', json_encode([$lock->detach() === $unanswered, $lock->token(), queued($s)]), ' ', $lock->state()->name, "\n";
    $holder->release();
    wait_until(fn () => sleeping($s) === [] && queued($s) === 0);
});
$helper = once_sleeping($s, 1, function () use ($me) { send_signal($me, SIGUSR1); });
echo outcome(fn () => $lock->acquire(wait: 10)), ' ', $lock->state()->name, "\n";
echo json_encode([$lock->token() !== $unanswered, $s->call('GET', 'k') === $lock->token(), $lock->release()]), "\n";
echo wait_child($helper), ' ', left($s), "\n";

// What was given away is the lease of whoever has its token now.
$lock = new RedisLock('k', token: 'chosen', ttl: 60, connection: $proxy->dsn());
$proxy->eatNextReply('SET');
echo outcome(fn () => $lock->acquire()), ' ', $lock->state()->name, "\n";
$s->call('DEL', 'k');
$holder->acquire();
pcntl_signal(SIGUSR1, function () use ($lock) { echo 'handler: ', $lock->detach(), ' ', $lock->state()->name, "\n"; });
$helper = once_sleeping($s, 1, function () use ($me) { send_signal($me, SIGUSR1); });
echo outcome(fn () => $lock->acquire(wait: 3)), ' ', $lock->state()->name, "\n";
$holder->release();
$next = RedisLock::restore('k', 'chosen', connection: $s->dsn());
$s->call('SET', 'k', 'chosen', 'PX', 60000);
echo outcome(fn () => $next->renew()), ' ', outcome(fn () => $lock->acquire()), ' ', outcome(fn () => $lock->release()), "\n";
unset($lock);
echo outcome(fn () => $next->release()), ' ', wait_child($helper), ' ', left($s), "\n";
--EXPECT--
UncertainException Unknown
handler: [true,null,1] Released
true Held
[true,true,true]
0 nothing
UncertainException Unknown
handler: chosen Released
false Released
true false false
true 0 nothing
