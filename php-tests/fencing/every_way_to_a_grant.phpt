--TEST--
A grant is numbered whichever way it comes: by a try, in the queue, by polling, or by taking an unanswered try over
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../waiting/queue.inc';
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$proxy = TestProxy::start($s);
$last = 0;
$tell = function (string $way, RedisLock $lock) use (&$last, $s) {
    echo $way, ': ', json_encode([$lock->fence() > $last, $s->call('GET', FENCE) === (string) $lock->fence(), $lock->release()]), "\n";
    $last = $lock->fence() ?? (int) $s->call('GET', FENCE);
};
$lock = lock_on($s, fencing: true);
$lock->acquire();
$tell('try', $lock);

// Twice: the second time the server knows the scripts by their hashes.
foreach (['woken', 'woken again'] as $way) {
    $holder = lock_on($s, fencing: true);
    $holder->acquire();
    $last = $holder->fence();
    $child = once_sleeping($s, 1, fn () => RedisLock::restore('k', $s->call('GET', 'k'), connection: $s->dsn())->release() ? 0 : 1);
    $lock->acquire(wait: 20);
    $tell($way, $lock);
    echo wait_child($child) === 0 ? '' : "not released\n";
}

lock_on($s, ttl: 0.3, autoRelease: false)->acquire();
$lock->acquire(wait: 20);
$tell('after a crash', $lock);

lock_on($s, ttl: 0.3, autoRelease: false)->acquire();
$polling = lock_on($s, retry: RedisLock\RetryPolicy::fixed(1000, 0.02), fencing: true);
$polling->acquire();
$tell('polling', $polling);

$lock = new RedisLock('k', fencing: true, connection: $proxy->dsn());
$lock->acquire() && $lock->release();
$before = (int) $s->call('GET', FENCE);
$proxy->eatNextReply('EVALSHA');
// What it left is taken over, unless the background has removed it by then.
echo outcome(fn () => $lock->acquire()), ' ', json_encode($lock->fence()), "\n";
$last = (int) $s->call('GET', FENCE);
var_dump($last > $before, $lock->acquire());
$tell('taken over', $lock);
--EXPECT--
try: [true,true,true]
woken: [true,true,true]
woken again: [true,true,true]
after a crash: [true,true,true]
polling: [true,true,true]
UncertainException null
bool(true)
bool(true)
taken over: [true,true,true]
