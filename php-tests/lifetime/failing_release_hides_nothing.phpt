--TEST--
A release that fails after withLock hides neither the value nor the exception, and renewal has ended
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$dsn = $s->dsn('timeout=0.3&connect_timeout=0.3');
$lock = new RedisLock('k', ttl: 3, autoRenew: true, connection: $dsn);
$section = function (callable $trouble, callable $end) use ($lock, $s) {
    $s->thaw();
    $start = hrtime(true);
    $outcome = outcome(fn () => $lock->withLock(function () use ($trouble, $end) {
        $trouble();
        return $end();
    }, wait: 5));
    $took = (hrtime(true) - $start) / 1e9;
    echo $outcome, ' ', $lock->state()->name, ' ', json_encode($lock->isHeld()), $took < 5 + 3 ? '' : " took $took s", "\n";
};
$throw = fn () => throw new DomainException('mine');
$return = fn () => 'v';
$section($s->freeze(...), $throw);
$section($s->freeze(...), $return);
$s->thaw();
$section(fn () => $s->call('DEL', 'k'), $throw);
$section($s->stop(...), $return);
$s->restart();
$section($s->stop(...), $throw);
$s->restart();
var_dump(wait_until(fn () => background_threads() === 0, 20), $s->keys());
--EXPECT--
DomainException Unknown false
"v" Unknown false
DomainException Lost false
"v" Unknown false
DomainException Unknown false
bool(true)
array(0) {
}
