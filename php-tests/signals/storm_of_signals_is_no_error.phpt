--TEST--
A storm of handled signals disturbs no request
--EXTENSIONS--
redis_lock
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$called = 0;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$called) { $called++; });
$parent = getmypid();
$storm = fork_child(function () use ($parent) {
    for ($i = 0; $i < 3000; $i++) {
        posix_kill($parent, SIGUSR1);
        usleep(200);
    }
});
$lock = lock_on($s);
$wrong = $rounds = 0;
while (pcntl_waitpid($storm, $status, WNOHANG) === 0) {
    $wrong += $lock->acquire() && $lock->holder()->token() === $lock->token() && $lock->renew() && $lock->release() ? 0 : 1;
    $rounds++;
}
var_dump($wrong, $rounds > 20, $called > 20, $s->keys() === []);
--EXPECT--
int(0)
bool(true)
bool(true)
bool(true)
