--TEST--
The end of a script frees leases wherever the objects are kept, and leaves what does not belong to it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->call('SET', 'rival', 'theirs');
['status' => $status, 'stdout' => $out, 'stderr' => $err] = run_php(<<<'PHP'
    final class Keeper
    {
        public static $lock;
        public $self;
        public $held;
    }
    function hold(string $key, mixed ...$named): RedisLock
    {
        $lock = new RedisLock($key, ...$named, ttl: 60);
        $lock->acquire() || exit(9);
        return $lock;
    }
    function remember(): void
    {
        static $local;
        $local = hold('in a static variable');
    }
    $global = hold('in a global variable');
    $list = [[hold('in an array')]];
    Keeper::$lock = hold('in a static property');
    remember();
    $cycle = new Keeper();
    $cycle->self = $cycle;
    $cycle->held = hold('in a cycle');
    unset($cycle);
    $closure = (fn ($lock) => fn () => $lock)(hold('in a closure'));
    register_shutdown_function(fn ($lock) => null, hold('in a shutdown function'));
    $kept = hold('kept', autoRelease: false);
    $detached = hold('detached');
    $detached->detach();
    exit(4);
    PHP, env: ['REDIS_LOCK_DSN' => $s->dsn()]);
var_dump($status, $out, $err);
echo implode(', ', $s->keys()), "\n";
--EXPECT--
int(4)
string(0) ""
string(0) ""
detached, kept, rival
