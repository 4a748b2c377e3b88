--TEST--
A missing permission ends a wait at once, and nothing is left half done
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('ACL', 'SETUSER', 'app', 'on', '>pw', '~lock:*', '+set', '+get');
$dsn = $server->tcpDsn(userinfo: 'app:pw');
$lock = new RedisLock('lock:a', connection: $dsn);
$other = new RedisLock('other', connection: $dsn);
echo timed(0, 1, fn() => $other->acquire(10)), "\n";
echo timed(0, 1, fn() => $other->withLock(fn() => print("ran\n"), 10)), "\n";
echo outcome(fn() => $lock->acquire()), "\n";
echo timed(0, 1, fn() => $lock->renew()), "\n";
var_dump($lock->isHeld());
echo timed(0, 1, fn() => $lock->release()), "\n";
var_dump($lock->token() !== null, $server->keys());
$server->call('ACL', 'SETUSER', 'app', '+del', '+pexpire', '+eval', '+evalsha');
echo outcome(fn() => $lock->release()), ' ', json_encode($server->keys()), "\n";
--EXPECT--
ServerException NOPERM
ServerException NOPERM
true
ServerException NOPERM
bool(true)
ServerException NOPERM
bool(true)
array(1) {
  [0]=>
  string(6) "lock:a"
}
true []
