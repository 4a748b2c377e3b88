--TEST--
A call that failed while the lease was held is no word of its later loss: that one still interrupts
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$dsn = $s->dsn('timeout=0.2&connect_timeout=0.2');
$silent = function (callable $call) use ($s): string {
    $s->freeze();
    $outcome = outcome($call);
    $s->thaw();
    return $outcome;
};
$ways = [
    'acquire' => fn (RedisLock $lock) => $silent(fn () => $lock->acquire()),
    'renew' => fn (RedisLock $lock) => $silent(fn () => $lock->renew()),
    'withLock' => fn (RedisLock $lock) => $silent(fn () => $lock->withLock(fn () => null)),
    'more time asked for than is left' => fn (RedisLock $lock) => outcome(fn () => $lock->assertHeld(1000)),
    'bad ttl' => fn (RedisLock $lock) => outcome(fn () => $lock->renew(-1)),
];
foreach ($ways as $name => $way) {
    $message = '';
    try {
        $lock = new RedisLock('k', ttl: 3, autoRenew: true, abortOnLoss: true, connection: $dsn);
        $lock->acquire();
        echo $name, ': ', $way($lock), ', ', json_encode($lock->isHeld());
        $s->call('DEL', 'k');
        for ($end = hrtime(true) + 5e9; hrtime(true) < $end;) {
        }
    } catch (RedisLock\LostException $e) {
        $message = $e->getMessage();
    }
    echo ', ', str_contains($message, 'the key expired or was deleted') ? 'told' : "not told $message", "\n";
}
--EXPECT--
acquire: UncertainException, true, told
renew: UncertainException, true, told
withLock: UncertainException, true, told
more time asked for than is left: LostException, true, told
bad ttl: ValueError, true, told
