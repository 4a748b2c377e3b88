--TEST--
Signals reach PHP's handlers while an unanswered acquire is still being cleaned up
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->freeze();
$lock = new RedisLock('k', connection: $s->dsn('timeout=0.1&connect_timeout=0.1'));
echo thrown(fn () => $lock->acquire()), "\n";
pcntl_async_signals(true);
$called = 0;
pcntl_signal(SIGUSR1, function () use (&$called) { $called++; });
for ($i = 1; $i <= 50; $i++) {
    send_signal(getmypid(), SIGUSR1);
    if (!wait_until(fn () => $called === $i, 5)) {
        exit("signal $i did not arrive");
    }
}
echo $called, "\n";
$s->thaw();
var_dump(wait_until(fn () => $s->keys() === []));
--EXPECT--
RedisLock\UncertainException
50
bool(true)
