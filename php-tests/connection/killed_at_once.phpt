--TEST--
A connection that dies between two calls costs at most one typed failure
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', ttl: 20, connection: $server->tcpDsn());
$bad = [];
for ($round = 0; $round < 20; $round++) {
    $lock->acquire() && $lock->release();
    $server->call('CLIENT', 'KILL', 'TYPE', 'normal');
    $outcome = outcome(fn() => $lock->acquire());
    if ($outcome !== 'true' && ($outcome !== 'UncertainException' || outcome(fn() => $lock->acquire()) !== 'true')) {
        $bad[] = $outcome;
    }
    outcome(fn() => $lock->release()) === 'true' || $bad[] = 'release';
}
echo json_encode($bad), "\n";
--EXPECT--
[]
