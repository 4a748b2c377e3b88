--TEST--
The end of a script frees its renewed leases, in silence and with its own status
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$take = 'function take(string $key) { $lock = new RedisLock($key, ttl: 60, autoRenew: true, abortOnLoss: true); $lock->acquire() || exit("contended"); return $lock; }
    final class Keeper { public static $kept; }';
$ends = [
    'global' => '$lock = take("k");',
    'static' => 'Keeper::$kept = take("k");',
    'cycle' => '$o = new stdClass(); $o->o = $o; $o->lock = take("k"); unset($o); gc_disable();',
    'many' => 'for ($i = 0; $i < 300; $i++) { $locks[] = take("k$i"); }',
    'exit' => '$lock = take("k"); exit(7);',
    'exit in withLock' => 'take("k")->withLock(fn () => exit(7));',
    'exit text' => 'take("k")->withLock(fn () => exit("text"));',
    'exit, nested' => 'take("a")->withLock(fn () => take("b")->withLock(fn () => exit(7)));',
    'exit in a generator' => 'foreach ((function () { yield take("k"); exit(7); })() as $lock) {}',
    'exit in a fiber' => '(new Fiber(fn () => take("k")->withLock(fn () => exit(7))))->start();',
    'suspended fiber' => '$f = new Fiber(fn () => take("k")->withLock(fn () => Fiber::suspend())); $f->start();',
    'shutdown function' => 'register_shutdown_function(function () { Keeper::$kept = take("k"); });',
    'destructor' => 'final class Last { function __destruct() { Keeper::$kept = take("k"); } } $last = new Last();',
    'detached' => 'take("k")->detach();',
];
foreach ($ends as $name => $end) {
    $after = str_contains($end, 'exit(') ? ' echo "after";' : '';
    $run = run_php("$take register_shutdown_function(fn () => print('.')); $end$after", [], ['REDIS_LOCK_DSN' => $s->dsn()]);
    echo $name, ': ', $run['status'], ' ', $run['stdout'], $run['stderr'], ' ', implode(' ', $s->keys()), "\n";
    $s->call('FLUSHALL');
}
--EXPECT--
global: 0 . 
static: 0 . 
cycle: 0 . 
many: 0 . 
exit: 7 . 
exit in withLock: 7 . 
exit text: 0 text. 
exit, nested: 7 . 
exit in a generator: 7 . 
exit in a fiber: 7 . 
suspended fiber: 0 . 
shutdown function: 0 . 
destructor: 0 . 
detached: 0 . k
