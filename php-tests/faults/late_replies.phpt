--TEST--
A late reply is never read as the answer to another request, also across objects
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k2', 'rival', 'PX', 60000);
$dsn = $server->dsn('timeout=0.5&connect_timeout=0.5');
$first = new RedisLock('k0', connection: $dsn);
$second = new RedisLock('k2', connection: $dsn);
$steps = [
    'acquire' => fn() => $first->acquire(),
    'renew' => fn() => $first->renew(),
    'release' => fn() => $first->release(),
    'holder' => fn() => $first->holder(),
];
foreach ($steps as $name => $step) {
    $first->acquire();
    if ($name === 'acquire') {
        $first->release();
    }
    $server->freeze();
    echo $name, ' ', outcome($step), ' ';
    $server->thaw();
    usleep(100000);
    echo outcome(fn() => $second->acquire()), ' ', outcome(fn() => $first->acquire()), "\n";
}
echo $server->call('GET', 'k2'), "\n";
--EXPECT--
acquire UncertainException false true
renew UncertainException false true
release UncertainException false true
holder UncertainException false true
rival
