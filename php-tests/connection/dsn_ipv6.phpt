--TEST--
An IPv6 host stands in brackets
--EXTENSIONS--
redis_lock
--SKIPIF--
<?php if (!@stream_socket_server('tcp://[::1]:0')) die('skip no IPv6 loopback'); ?>
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start('--bind', '127.0.0.1', '::1');
$lock = new RedisLock('k', connection: "redis://[::1]:$server->port/1");
echo outcome(fn() => $lock->acquire()), ' ';
echo outcome(fn() => (new RedisLock('k', connection: ['host' => '::1', 'port' => $server->port, 'db' => 1]))->acquire()), "\n";
echo thrown(fn() => new RedisLock('k', connection: "redis://::1:$server->port")), "\n";
$port = TestServer::freePort();
$error = caught(fn() => (new RedisLock('k', connection: "redis://[::1]:$port"))->acquire());
var_dump(str_contains($error->getMessage(), "[::1]:$port"));
--EXPECT--
true false
ValueError
bool(true)
