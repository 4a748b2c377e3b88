--TEST--
In a handler the waiting object refuses to be used, and only answers what it knows
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
pcntl_signal(SIGALRM, function () use ($lock) {
    $calls = [
        'acquire' => fn () => $lock->acquire(),
        'acquire with a wait' => fn () => $lock->acquire(wait: 1),
        'renew' => fn () => $lock->renew(),
        'release' => fn () => $lock->release(),
        'withLock' => fn () => $lock->withLock(fn () => print('ran')),
    ];
    foreach ($calls as $name => $call) {
        try {
            $call();
            echo $name, " ran\n";
        } catch (RedisLock\LockException $e) {
            echo $name, ': ', $e::class, stripos($e->getMessage(), 'busy') === false ? " {$e->getMessage()}" : ', busy', "\n";
        }
    }
    echo $lock->key(), ' ', json_encode([$lock->isHeld(), $lock->remaining(), $lock->token()]), "\n";
    echo $lock->state()->name, ' ', thrown(fn () => $lock->assertHeld()), ' ', thrown(fn () => $lock->lastContender()), "\n";
});
foreach (['acquire' => fn () => $lock->acquire(wait: 2), 'withLock' => fn () => $lock->withLock(fn () => null, wait: 2)] as $name => $wait) {
    echo "-- in $name\n";
    pcntl_alarm(1);
    echo thrown($wait), "\n";
}
$s->call('DEL', 'k');
var_dump($lock->acquire(), $lock->release());
--EXPECT--
-- in acquire
acquire: RedisLock\LockException, busy
acquire with a wait: RedisLock\LockException, busy
renew: RedisLock\LockException, busy
release: RedisLock\LockException, busy
withLock: RedisLock\LockException, busy
k [false,0,null]
Idle RedisLock\LostException none
none
-- in withLock
acquire: RedisLock\LockException, busy
acquire with a wait: RedisLock\LockException, busy
renew: RedisLock\LockException, busy
release: RedisLock\LockException, busy
withLock: RedisLock\LockException, busy
k [false,0,null]
Idle RedisLock\LostException none
RedisLock\ContendedException
bool(true)
bool(true)
