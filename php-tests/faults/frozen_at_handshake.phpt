--TEST--
A server that freezes before the handshake ends the call within connect_timeout, password and db or not
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start('--requirepass', 'pw');
$server->freeze();
$query = 'connect_timeout=0.4&timeout=0.4';
foreach ([$server->tcpDsn("/3?$query", ':pw'), $server->tcpDsn("?$query", ':pw')] as $dsn) {
    $lock = new RedisLock('k', connection: $dsn);
    echo timed(0.4, 0.9, fn() => $lock->acquire()), "\n";
    echo timed(0.4, 0.9, fn() => $lock->holder()), "\n";
    echo timed(0.4, 0.9, fn() => RedisLock::forceRelease('k', $dsn)), "\n";
}
$server->thaw();
$server->call('AUTH', 'pw');
echo outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
ConnectionException
ConnectionException
ConnectionException
ConnectionException
ConnectionException
ConnectionException
true
