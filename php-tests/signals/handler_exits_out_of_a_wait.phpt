--TEST--
exit in a handler during a wait keeps its status and leaves nothing behind
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
['status' => $status, 'stdout' => $out, 'stderr' => $err] = run_php(<<<'PHP'
    register_shutdown_function(fn () => print('end'));
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn () => exit(5));
    pcntl_alarm(1);
    try {
        (new RedisLock('k'))->acquire(wait: 30);
    } finally {
        echo 'after';
    }
    PHP, env: ['REDIS_LOCK_DSN' => $s->dsn()]);
var_dump($status, $out, $err, $s->call('GET', 'k'), $s->keys() === ['k']);
--EXPECT--
int(5)
string(3) "end"
string(0) ""
string(5) "rival"
bool(true)
