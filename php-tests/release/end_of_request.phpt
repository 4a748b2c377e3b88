--TEST--
The end of the request frees leases, unless autoRelease is off
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$run = run_php(<<<'PHP'
    $freed = new RedisLock('freed');
    $kept = new RedisLock('kept', autoRelease: false);
    echo json_encode([$freed->acquire(), $kept->acquire()]), "\n";
    $cycle = new stdClass;
    $cycle->self = $cycle;
    $cycle->lock = new RedisLock('cycle');
    $cycle->lock->acquire();
    unset($cycle);
    PHP, env: ['REDIS_LOCK_DSN' => $server->dsn()]);
echo $run['stdout'], $run['stderr'];
var_dump($run['status'], $server->keys() === ['kept'], $server->call('PTTL', 'kept') > 0);
--EXPECT--
[true,true]
int(0)
bool(true)
bool(true)
