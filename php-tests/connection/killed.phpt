--TEST--
A connection that died while idle is replaced without a word
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach ([$server->dsn(), $server->tcpDsn('/1')] as $dsn) {
    $lock = new RedisLock('k', ttl: 20, connection: $dsn);
    $failed = [];
    for ($round = 0; $round < 20; $round++) {
        // Every other round with the lease held: it stays ours over the reconnect.
        $call = ['acquire', 'release'][$round % 2];
        $server->call('CLIENT', 'KILL', 'TYPE', 'normal');
        // A connection is looked at before use only after 50 ms without any: that check is what is tested here.
        usleep(60000);
        $outcome = outcome(fn() => $lock->$call());
        if ($outcome !== 'true') {
            $failed[] = "$round $call $outcome";
        }
    }
    echo json_encode($failed), "\n";
}
--EXPECT--
[]
[]
