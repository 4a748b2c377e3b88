--TEST--
A child forked in a handler while a held object waits does not inherit its grant, not even after asking for the state
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
pcntl_async_signals(true);
foreach ([false, true] as $asks) {
    // Held, and waiting for a renewal that the frozen server does not confirm.
    $lock = new RedisLock('k', ttl: 60, connection: $s->dsn('timeout=0.2'));
    $lock->acquire();
    $token = $lock->token();
    $seen = 'Idle';
    pcntl_signal(SIGALRM, function () use ($lock, $s, $asks, &$child, &$seen) {
        $child = pcntl_fork();
        if ($child > 0) {
            $s->thaw();
        } elseif ($asks) {
            $seen = $lock->state()->name;
        }
    });
    $s->freeze();
    pcntl_alarm(1);
    $held = $lock->acquire(wait: 3);
    if ($child === 0) {
        exit($seen === 'Idle' && !$held && !$lock->isHeld() && $lock->token() === null && !$lock->release() ? 7 : 8);
    }
    var_dump($held, wait_child($child), $lock->token() === $token && $s->call('GET', 'k') === $token, $lock->release());
}
--EXPECT--
bool(true)
int(7)
bool(true)
bool(true)
bool(true)
int(7)
bool(true)
bool(true)
