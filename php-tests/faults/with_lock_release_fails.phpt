--TEST--
A release that fails does not change what withLock returns or throws
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', ttl: 20, connection: $server->dsn('timeout=0.5&connect_timeout=0.5'));
$troubles = [
    'refusing' => [fn() => $server->call('CONFIG', 'SET', 'min-replicas-to-write', 1), fn() => $server->call('CONFIG', 'SET', 'min-replicas-to-write', 0)],
    'frozen' => [fn() => $server->freeze(), fn() => $server->thaw()],
    'stopped' => [fn() => $server->stop(), fn() => $server->restart()],
];
foreach ($troubles as $name => [$begin, $end]) {
    echo $name, ' ', timed(0, 1, fn() => $lock->withLock(function () use ($begin) { $begin(); return 'value'; })), "\n";
    $end();
    RedisLock::forceRelease('k', $server->dsn());
    echo $name, ' ', timed(0, 1, fn() => $lock->withLock(function () use ($begin) { $begin(); throw new DomainException; })), "\n";
    $end();
    RedisLock::forceRelease('k', $server->dsn());
}
--EXPECT--
refusing "value"
refusing DomainException
frozen "value"
frozen DomainException
stopped "value"
stopped DomainException
