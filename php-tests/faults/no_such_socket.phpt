--TEST--
A unix socket that is not there and a port nobody listens on are ConnectionExceptions naming the place
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$socket = scratch_dir() . '/none.sock';
$port = TestServer::freePort();
foreach (["redis+unix://$socket" => $socket, "redis://127.0.0.1:$port" => "127.0.0.1:$port"] as $dsn => $place) {
    $lock = new RedisLock('k', connection: $dsn);
    $error = null;
    echo timed(0, 1, function () use ($lock, &$error) { throw $error = caught(fn() => $lock->acquire()); }), ' ';
    var_dump(str_contains($error->getMessage(), $place));
}
--EXPECT--
ConnectionException bool(true)
ConnectionException bool(true)
