--TEST--
The prefix is put before every key exactly once, and key() is without it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$dsn = $server->dsn('prefix=app:');
$lock = new RedisLock('k', ttl: 20, connection: $dsn);
$lock->acquire();
$lock->renew();
echo $lock->key(), ' ', json_encode($server->keys()), ' ', $lock->holder()->token() === $lock->token() ? 'holder' : '', ' ';
echo outcome(fn() => RedisLock::forceRelease('k', $dsn)), ' ', json_encode($server->keys()), "\n";
$restored = RedisLock::restore('k', 'token', connection: $dsn);
$server->call('SET', 'app:k', 'token', 'PX', 60000);
echo outcome(fn() => $restored->release()), ' ', outcome(fn() => $lock->release()), ' ';
echo json_encode($lock->withLock(fn() => $server->keys())), ' ', json_encode($server->keys()), "\n";

$code = '(new RedisLock("k", autoRelease: false, connection: $_SERVER["dsn"]))->acquire();';
foreach (['', 'prefix=app:', 'prefix='] as $query) {
    run_php($code, ['redis_lock.prefix' => 'ini:'], ['dsn' => $server->dsn($query)]);
    echo json_encode($server->keys()), ' ';
    $server->call('FLUSHALL');
}
--EXPECT--
k ["app:k"] holder true []
true false ["app:k"] []
["ini:k"] ["app:k"] ["k"]
