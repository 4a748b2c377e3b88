--TEST--
A wrong password or unknown user is a ServerException at once, and works once the server knows it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = new RedisLock('k', connection: $server->tcpDsn(userinfo: 'app:pw'));
echo timed(0, 1, fn() => $lock->acquire(10)), "\n";
$server->call('ACL', 'SETUSER', 'app', 'on', '>other', '~*', '+@all');
echo timed(0, 1, fn() => $lock->acquire(10)), "\n";
$server->call('ACL', 'SETUSER', 'app', '>pw');
echo outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
ServerException WRONGPASS
ServerException WRONGPASS
true
