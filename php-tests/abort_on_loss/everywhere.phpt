--TEST--
Wherever PHP code runs: in calls, callbacks, generators, fibers, destructors, finally and included code
--EXTENSIONS--
redis_lock
--SKIPIF--
<?php require __DIR__ . '/opcache_skip.inc';
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$code = <<<'PHP'
    function deep(int $n): int { return $n ? deep($n - 1) + 1 : 0; }
    function numbers() { for ($i = 0; ; $i++) { yield $i; } }
    final class Slow { public function __destruct() { while (true); } }
    final class Wide { public function __toString(): string { while (true); } public function __get($name) { while (true); } }
    $places = [
        'calls' => function () { while (true) { deep(5); } },
        'usort' => fn () => usort($GLOBALS['list'], function () { while (true); }),
        'array_map' => fn () => array_map(function () { while (true); }, [1]),
        'foreach' => function () { foreach (numbers() as $n) { } },
        'goto' => function () { again: goto again; },
        'do' => function () { do { $x = new stdClass(); } while ($x); },
        'generator' => function () { (function () { yield 1; while (true); })()->next(); },
        'yield from' => function () { foreach ((function () { yield from numbers(); })() as $n) { } },
        'fiber' => fn () => (new Fiber(function () { while (true); }))->start(),
        'fibers' => function () { $f = new Fiber(function () { while (true) { Fiber::suspend(); } }); $f->start(); while (true) { $f->resume(); } },
        'destructor' => function () { new Slow(); },
        'finally' => function () { try { return 1; } finally { while (true); } },
        'catch' => function () { try { throw new Exception(); } catch (Exception) { while (true); } },
        'eval' => fn () => eval('while (true);'),
        'string' => fn () => (string) new Wide(),
        'property' => fn () => (new Wide())->missing,
        'match' => function () { while (true) { $x = match (true) { default => 1 }; } },
        'withLock' => fn () => (new RedisLock('other'))->withLock(function () { while (true); }),
    ];
    $list = [3, 2, 1];
    foreach ($places as $place => $body) {
        try {
            $lock = insist(new RedisLock('k', ttl: 0.1, abortOnLoss: true));
            $body();
        } catch (RedisLock\LostException $e) {
            echo str_contains($e->getMessage(), 'lock on "k"') ? '' : $e->getMessage(), $e->getPrevious() ? 'chained ' : '', $place, ' ';
        }
        (new RedisLock('k', wait: 5))->withLock(fn () => null);
    }
    PHP;
run_in_every_mode($code, ['REDIS_LOCK_DSN' => $s->dsn()]);
var_dump($s->keys());
--EXPECT--
plain: calls usort array_map foreach goto do generator yield from fiber fibers destructor finally catch eval string property match withLock null
opcache: calls usort array_map foreach goto do generator yield from fiber fibers destructor finally catch eval string property match withLock false
tracing: calls usort array_map foreach goto do generator yield from fiber fibers destructor finally catch eval string property match withLock true
function: calls usort array_map foreach goto do generator yield from fiber fibers destructor finally catch eval string property match withLock true
array(0) {
}
