--TEST--
Waiting for another lock ends with the exception, and leaves nothing in its queue
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$s->call('SET', 'foreign', 'rival');
$native = lock_on($s, 'native', ttl: 60);
$native->acquire();
$ways = [
    'native, acquire' => fn () => lock_on($s, 'native')->acquire(wait: 30),
    'foreign, acquire' => fn () => lock_on($s, 'foreign')->acquire(wait: 30),
    'native, withLock' => fn () => lock_on($s, 'native', wait: 30)->withLock(fn () => print('ran')),
    'polling' => fn () => lock_on($s, 'native', retry: RedisLock\RetryPolicy::fixed(300, 0.1))->acquire(),
    'back-off' => fn () => lock_on($s, 'native', retry: RedisLock\RetryPolicy::exponential(1000))->acquire(),
];
foreach ($ways as $name => $wait) {
    $lock = null;
    $start = hrtime(true);
    $error = caught(function () use ($s, $wait, &$lock) {
        $lock = insist(lock_on($s, ttl: 0.9, autoRenew: true, abortOnLoss: true));
        $s->call('DEL', 'k');
        return $wait();
    });
    $took = (hrtime(true) - $start) / 1e9;
    echo $name, ': ', $error::class, ' ', (int) str_contains($error->getMessage(), 'lock on "k"'), ' ', $took < 5 ? 'soon' : $took, "\n";
    wait_until(fn () => $s->keys() === ['foreign', 'native']) ?: print(json_encode($s->keys()) . "\n");
}
// The wait itself can be told apart and used again.
$other = lock_on($s, 'native');
caught(function () use ($s, $other) {
    $lock = insist(lock_on($s, ttl: 0.3, abortOnLoss: true));
    $other->acquire(wait: 30);
});
echo $other->state()->name, ' ', json_encode([$native->release(), $other->acquire(), $other->release()]), "\n";
--EXPECT--
native, acquire: RedisLock\LostException 1 soon
foreign, acquire: RedisLock\LostException 1 soon
native, withLock: RedisLock\LostException 1 soon
polling: RedisLock\LostException 1 soon
back-off: RedisLock\LostException 1 soon
Idle [true,true,true]
