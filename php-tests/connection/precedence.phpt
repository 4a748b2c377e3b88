--TEST--
The argument goes before redis_lock.dsn, that before REDIS_LOCK_DSN, that before REDIS_URL
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$ini = ['redis_lock.dsn' => $server->dsn('db=2')];
$own = ['REDIS_LOCK_DSN' => $server->dsn('db=3'), 'REDIS_URL' => null];
$url = ['REDIS_LOCK_DSN' => null, 'REDIS_URL' => $server->dsn('db=4')];
$both = $own + [];
$both['REDIS_URL'] = $url['REDIS_URL'];
$cases = [
    [1, "'{$server->dsn('db=1')}'", $ini, $both], [2, 'null', $ini, $both], [3, 'null', [], $both], [4, 'null', [], $url],
];
foreach ($cases as [$db, $argument, $settings, $env]) {
    $run = run_php("(new RedisLock('k', ttl: 30, autoRelease: false, connection: $argument))->acquire();", $settings, $env);
    echo $run['stdout'], $run['stderr'];
    $server->call('SELECT', $db);
    echo $db, ' ', json_encode($server->keys()), "\n";
    $server->call('FLUSHALL');
}
$none = ['REDIS_LOCK_DSN' => null, 'REDIS_URL' => null];
echo str_contains(run_php('phpinfo(INFO_MODULES);', [], $none)['stdout'], '127.0.0.1:6379') ? 'default' : 'no default', "\n";
--EXPECT--
1 ["k"]
2 ["k"]
3 ["k"]
4 ["k"]
default
