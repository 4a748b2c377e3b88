--TEST--
A socket that is not there, a port nobody listens on and a name without address are ConnectionExceptions naming the place
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$socket = scratch_dir() . '/none.sock';
$port = TestServer::freePort();
// A label this long is no name: the resolver says so without asking anybody.
$name = str_repeat('a', 70) . '.invalid';
$places = ["redis+unix://$socket" => $socket, "redis://127.0.0.1:$port" => "127.0.0.1:$port", "redis://$name" => $name];
foreach ($places as $dsn => $place) {
    $lock = new RedisLock('k', connection: $dsn);
    $error = null;
    echo timed(0, 1, function () use ($lock, &$error) { throw $error = caught(fn() => $lock->acquire()); }), ' ';
    var_dump(str_contains($error->getMessage(), $place));
}
--EXPECT--
ConnectionException bool(true)
ConnectionException bool(true)
ConnectionException bool(true)
