--TEST--
The end of a request frees what it left held; the connection stays for the next one
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/worker.inc';
$s = TestServer::start();
$fpm = TestFpm::start(1);
$code = <<<'PHP'
    final class Keeper
    {
        public static $lock;
        public $cycle;
        public $lock2;
    }
    $named = ['ttl' => 60, 'connection' => $_SERVER['DSN']];
    $global = new RedisLock('global', ...$named);
    Keeper::$lock = new RedisLock('static', ...$named);
    $keeper = new Keeper();
    $keeper->cycle = $keeper;
    $keeper->lock2 = new RedisLock('cycle', ...$named);
    $kept = new RedisLock("kept $_SERVER[ROUND]", ...$named, autoRelease: false);
    echo json_encode([$global->acquire(), Keeper::$lock->acquire(), $keeper->lock2->acquire(), $kept->acquire()]);
    PHP;
$ids = [];
foreach ([1, 2, 3] as $round) {
    echo $fpm->request($code, ['DSN' => $s->dsn('client_name=worker'), 'ROUND' => $round])['body'], "\n";
    preg_match('/^id=(\d+) .* name=worker /m', $s->call('CLIENT', 'LIST'), $found);
    $ids[] = $found[1] ?? null;
}
var_dump(count(array_unique($ids)), $ids[0] !== null);
echo implode(', ', $s->keys()), "\n";
--EXPECT--
[true,true,true,true]
[true,true,true,true]
[true,true,true,true]
int(1)
bool(true)
kept 1, kept 2, kept 3
