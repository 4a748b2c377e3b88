--TEST--
User, password, db and client name reach the server; a refused client name is ignored
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('ACL', 'SETUSER', 'app', 'on', '>pw', '~*', '+@all');
$server->call('ACL', 'SETUSER', 'poor', 'on', '>pw', '~*', '+@all', '-client', '-select');
$server->call('CONFIG', 'SET', 'requirepass', 'default-pw');
$line = fn(string $user) => implode(preg_grep("/ user=$user /", explode("\n", $server->call('CLIENT', 'LIST'))));
$lock = new RedisLock('k', connection: $server->tcpDsn('/3?client_name=worker-1', 'app:pw'));
echo outcome(fn() => $lock->acquire()), ' ', preg_match('/ name=worker-1 .* db=3 /', $line('app')), "\n";
$poor = $server->tcpDsn('?client_name=worker-2', 'poor:pw');
echo outcome(fn() => (new RedisLock('k', connection: $poor))->acquire()), ' ', preg_match('/ name= /', $line('poor')), "\n";
$poor = $server->tcpDsn('/3?client_name=worker-2', 'poor:pw');
echo outcome(fn() => (new RedisLock('k', connection: $poor))->acquire()), "\n";
echo outcome(fn() => (new RedisLock('k2', connection: $server->tcpDsn('', ':default-pw')))->acquire()), "\n";
echo outcome(fn() => (new RedisLock('k3', connection: $server->tcpDsn('/99', ':default-pw')))->acquire()), "\n";
--EXPECT--
true 1
true 1
ServerException NOPERM
true
ServerException ERR
