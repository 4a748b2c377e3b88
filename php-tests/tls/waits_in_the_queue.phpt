--TEST--
A waiter over TLS sleeps in the queue and is woken by the release
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$s = TlsServer::start();
$holder = $s->lock('k', ttl: 60);
$holder->acquire();
$asleep = fn() => preg_match('/ flags=b /', $s->plain->call('CLIENT', 'LIST')) === 1;
$child = fork_child(function () use ($s) {
    // A handler is served meanwhile.
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn() => touch(dirname($s->plain->socket) . '/served'));
    $lock = $s->lock('k', ttl: 60);
    return $lock->acquire(wait: 30) && $lock->release() ? 0 : 1;
});
var_dump(wait_until($asleep));
send_signal($child, SIGUSR1);
var_dump(wait_until(fn() => file_exists(dirname($s->plain->socket) . '/served')));
// Redis 8 counts a command once its block has ended.
var_dump($holder->release(), wait_child($child), $s->plain->calls('blpop'), $s->plain->keys());
// A wait that ends keeps its connection in step.
$s->plain->call('SET', 'k', 'rival');
$lock = $s->lock('k', ttl: 60);
echo timed(0.3, 0.4, fn() => $lock->acquire(wait: 0.3)), ' ', timed(0.3, 0.4, fn() => $lock->acquire(wait: 0.3)), "\n";
$s->plain->call('DEL', 'k');
var_dump($lock->acquire(wait: 5), $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
int(0)
int(1)
array(0) {
}
false false
bool(true)
bool(true)
