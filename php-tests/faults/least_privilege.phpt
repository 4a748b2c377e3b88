--TEST--
A user with only the documented commands can acquire, renew, release and be excluded
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('ACL', 'SETUSER', 'app', 'on', '>pw', '~lock:*', '-@all', '+set', '+get', '+del', '+pexpire', '+eval', '+evalsha');
$dsn = $server->tcpDsn('?prefix=lock:&client_name=worker', 'app:pw');
$lock = new RedisLock('a', ttl: 20, connection: $dsn);
$rival = new RedisLock('a', ttl: 20, connection: $dsn);
foreach ([1, 2] as $round) {
    $server->call('SCRIPT', 'FLUSH');
    echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $rival->acquire(0.05)), ' ';
    $server->call('PEXPIRE', 'lock:a', 5000);
    echo outcome(fn() => $lock->renew()), ' ', $server->call('PTTL', 'lock:a') > 10000 ? 'longer' : 'short', ' ';
    $server->call('SCRIPT', 'FLUSH');
    echo outcome(fn() => $lock->release()), ' ', outcome(fn() => $rival->withLock(fn() => 'ran')), "\n";
}
$lock->acquire();
$holder = $rival->holder();
echo $holder->token() === $lock->token() ? 'seen' : 'not seen', ' ', json_encode($holder->remaining()), "\n";
echo outcome(fn() => RedisLock::forceRelease('a', $dsn)), ' ', json_encode($server->keys()), "\n";
--EXPECT--
true false true longer true "ran"
true false true longer true "ran"
seen null
true []
