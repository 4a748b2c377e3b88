--TEST--
Without a free descriptor acquire is a ConnectionException, and works once there is one
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/limited.inc';
$s = TestServer::start();
[$status, $text] = run_limited(['-n 32'], <<<'PHP'
    while ($file = fopen('/dev/null', 'r')) {
        $open[] = $file;
    }
    $lock = new RedisLock('k', ttl: 60);
    foreach ([fn () => $lock->acquire(), fn () => $lock->acquire(wait: 0.3), fn () => $lock->withLock(fn () => print('ran'))] as $call) {
        try {
            $call();
        } catch (Throwable $e) {
            echo $e::class, ' ', $lock->state()->name, "\n";
        }
    }
    array_pop($open);
    var_dump($lock->acquire(), fopen('/dev/null', 'r') === false, $lock->renew(), $lock->release());
    PHP, ['error_reporting' => '0'], ['REDIS_LOCK_DSN' => $s->dsn()]);
echo $text;
var_dump($status, $s->keys());
--EXPECT--
RedisLock\ConnectionException Idle
RedisLock\ConnectionException Idle
RedisLock\ConnectionException Idle
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
array(0) {
}
