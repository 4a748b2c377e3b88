--TEST--
After a fork in a signal handler parent and child both wait on, and both get their turn
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s, ttl: 30);
$child = null;
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use (&$child, $s) {
    $child = pcntl_fork();
    if ($child > 0) {
        $s->call('DEL', 'k');
    }
});
pcntl_alarm(1);
$held = $lock->acquire(wait: 15);
$owns = $held && $lock->holder()->token() === $lock->token();
usleep(20000);
$ok = $owns && $lock->release();
if ($child === 0) {
    exit($ok ? 7 : 8);
}
var_dump($ok, wait_child($child), $s->keys());
--EXPECT--
bool(true)
int(7)
array(0) {
}
