--TEST--
An object that is gone is renewed no more, however it went
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
ini_set('zend.exception_ignore_args', '0');
$s = TestServer::start();
$make = fn (bool $autoRelease = true) => insist(lock_on($s, ttl: 1.5, autoRenew: true, abortOnLoss: true, autoRelease: $autoRelease));
$ways = [
    'returned' => function () use ($make) { $lock = $make(); },
    'overwritten' => function () use ($make) { $lock = $make(); $lock = null; },
    'in a collected cycle' => function () use ($make) {
        $cycle = new stdClass();
        $cycle->self = $cycle;
        $cycle->lock = $make();
        unset($cycle);
        wait_for_renewals($GLOBALS['s']) ?: print('not renewed ');
        gc_collect_cycles();
    },
    'in a static' => function () use ($make) {
        static $kept;
        $kept = $make();
        wait_for_renewals($GLOBALS['s']) ?: print('not renewed ');
        $kept = null;
    },
    'in a trace' => function () use ($make) {
        $thrown = caught(fn () => (fn (RedisLock $lock) => throw new DomainException())($make()));
        wait_for_renewals($GLOBALS['s']) ?: print('not renewed ');
        unset($thrown);
    },
    'in a suspended fiber' => function () use ($make) {
        $fiber = new Fiber(function () use ($make) { $lock = $make(); Fiber::suspend(); });
        $fiber->start();
        wait_for_renewals($GLOBALS['s']) ?: print('not renewed ');
        unset($fiber);
        gc_collect_cycles();
    },
    'in a generator' => function () use ($make) {
        $generator = (function () use ($make) { $lock = $make(); yield; })();
        $generator->current();
        unset($generator);
    },
    'constructed again' => function () use ($make, $s) {
        $lock = $make();
        outcome(fn () => $lock->__construct('other', connection: $s->dsn()));
        unset($lock);
    },
];
foreach ($ways as $name => $way) {
    $way();
    echo $s->keys() === [] ? '' : "$name: the key stays\n";
}
// The thread stays as long as there is anything to renew or to watch.
var_dump(wait_until(fn () => background_threads() === 0));
// Without autoRelease the key lives for its ttl, and no longer.
$lock = $make(false);
wait_for_renewals($s) ?: print('not renewed ');
unset($lock);
$before = renewals($s);
var_dump($s->call('EXISTS', 'k'), wait_until(fn () => $s->keys() === []), renewals($s) === $before, wait_until(fn () => background_threads() === 0));
--EXPECT--
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
