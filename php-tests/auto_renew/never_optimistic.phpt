--TEST--
remaining() is never above what the server keeps, also where answers are late
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = new RedisLock('k', ttl: 1.2, autoRenew: true, connection: $s->dsn('timeout=0.2'));
$lock->acquire();
$trouble = fork_child(function () use ($s) {
    for ($i = 0; $i < 3; $i++) {
        usleep(450_000);
        $s->freeze();
        usleep(250_000);
        $s->thaw();
    }
});
$above = $samples = 0;
while (pcntl_waitpid($trouble, $status, WNOHANG) === 0) {
    $before = hrtime(true);
    $believed = $lock->remaining();
    $kept = $s->call('PTTL', 'k') / 1000;
    $since = (hrtime(true) - $before) / 1e9;
    // What is kept went down since, by no more than the time it took to ask. PTTL is rounded to milliseconds.
    $above += $believed > max($kept, 0) + $since + 0.001;
    $above += $lock->isHeld() && $lock->state() === RedisLock\State::Lost;
    $samples++;
}
var_dump($above, $samples > 100, renewals($s) > 0);
--EXPECT--
int(0)
bool(true)
bool(true)
