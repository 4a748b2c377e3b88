--TEST--
A process forked by a handler during a wait queues for itself; both get their turn
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$s->call('SET', 'ours', str_repeat('0', 12) . '4' . str_repeat('0', 3) . '8' . str_repeat('0', 15), 'PX', 60000);
$s->call('RENAME', 'ours', 'k');
$lock = lock_on($s, ttl: 60);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$child) { $child = pcntl_fork(); });
$me = getmypid();
$helper = once_sleeping($s, 1, function () use ($s, $me) {
    send_signal($me, SIGUSR1);
    wait_until(fn () => queued($s) === 2);
    until_sleeping($s, 2);
    RedisLock::forceRelease('k', $s->dsn());
});
$held = $lock->acquire(wait: 30);
$s->call('RPUSH', 'order', json_encode([$held, $s->call('GET', 'k') === $lock->token(), $lock->release()]));
if ($child === 0) {
    exit(0);
}
var_dump(wait_child($child), wait_child($helper), order($s), left($s));
--EXPECT--
int(0)
int(0)
string(33) "[true,true,true] [true,true,true]"
string(7) "nothing"
