--TEST--
Constructing the waiting object again in a handler is an Error
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s);
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use ($lock, $s) {
    echo thrown(fn () => $lock->__construct('other', connection: $s->dsn())), "\n";
});
pcntl_alarm(1);
var_dump($lock->acquire(wait: 1.5), $lock->key());
--EXPECT--
Error
bool(false)
string(1) "k"
