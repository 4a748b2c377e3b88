--TEST--
The forms that name sentinels or the nodes of a cluster are read, nothing is sent, and their mistakes are answered
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$good = [
    'redis+sentinel://h1:26379,h2/main', 'Valkey+Sentinel://app:p%2Fw@h1,[::1]:7/main/3?sentinel_user=a&sentinel_password=b&timeout=2',
    'redis+cluster://h1,h2:7000', 'valkey+cluster://:pw@h1/?prefix=p:', 'redis+cluster://h1/0',
    ['scheme' => 'redis+sentinel', 'hosts' => ['h1', 'h2:7'], 'service' => 'main', 'sentinel_password' => 'x'], ['host' => 'h1', 'port' => 7, 'service' => 'main'],
    ['scheme' => 'redis+cluster', 'hosts' => ['h1', '[::1]:7']], ['scheme' => 'redis+cluster', 'hosts' => 'h1, h2:7'], ['scheme' => 'valkey+cluster', 'host' => 'h1'],
];
foreach ($good as $connection) {
    echo thrown(fn() => new RedisLock('k', connection: $connection)) === 'none' ? '.' : json_encode($connection);
}
echo "\n";
$bad = [
    'redis://h1,h2' => 'redis+cluster://', 'redis+sentinel://h1,h2' => '/SERVICE', 'redis+sentinel://:hunter2@h1,,h2/main' => 'empty host',
    'redis+sentinel://:hunter2@h1/main?service=x' => 'behind the hosts', 'redis+cluster://:hunter2@h1/1' => 'database 0', 'redis+cluster://h1,::1' => 'brackets',
    'redis+sentinel://h1/main?sentinel_user=x' => 'sentinel_password', 'redis://h1?sentinel_password=hunter2' => 'redis+sentinel', 'redis+cluster://hunter2@h1' => ':PASSWORD@',
];
foreach ($bad as $dsn => $answer) {
    $error = caught(fn() => new RedisLock('k', connection: $dsn));
    $well = $error instanceof ValueError && str_contains($error->getMessage(), $answer) && !str_contains($error->getMessage(), 'hunter2');
    echo $well ? '.' : "$dsn: {$error->getMessage()}\n";
}
echo "\n";
$info = run_php('phpinfo(INFO_MODULES);', ['redis_lock.dsn' => 'redis+sentinel://:hunter2@h1,h2:7/main?sentinel_password=hunter2'])['stdout'];
echo json_encode([str_contains($info, 'service main of the sentinels h1:26379, h2:7'), str_contains($info, 'hunter2')]), "\n";
--EXPECT--
..........
.........
[true,false]
