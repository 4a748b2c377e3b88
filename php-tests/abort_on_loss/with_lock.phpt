--TEST--
In withLock the exception comes out of the callback, and out of withLock once
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 0.9, autoRenew: true, abortOnLoss: true);
$unwound = [];
$messages = losses(function () use ($lock, $s, &$unwound) {
    try {
        return $lock->withLock(function () use ($s, &$unwound) {
            try {
                $s->call('DEL', 'k');
                while (true) {
                }
            } finally {
                $unwound[] = 'finally';
            }
        });
    } finally {
        $unwound[] = 'outside';
    }
});
echo implode(' ', $unwound), ' ', count($messages), ' ', $lock->state()->name, "\n";
// Who catches it inside and returns is told by withLock that the value is not to be trusted.
$error = caught(fn () => $lock->withLock(function () use ($s) {
    try {
        $s->call('SET', 'k', 'rival', 'PX', 90_000);
        while (true) {
        }
    } catch (RedisLock\LostException) {
        return 'value';
    }
}));
var_dump($error::class, $error->getResult(), $s->call('GET', 'k'), losses(fn () => $lock, 0.5));
--EXPECT--
finally outside 1 Lost
string(23) "RedisLock\LostException"
string(5) "value"
string(5) "rival"
array(0) {
}
