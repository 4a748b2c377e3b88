--TEST--
Value and exception come out also when the server went away during the callback
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = new RedisLock('k', ttl: 60, connection: $s->dsn('timeout=0.3&connect_timeout=0.3'));
var_dump($lock->withLock(function () use ($s) {
    $s->stop();
    return 'value';
}));
$s->restart();
$thrown = new DomainException();
try {
    $lock->withLock(function () use ($s, $thrown) {
        $s->stop();
        throw $thrown;
    });
} catch (Throwable $e) {
    var_dump($e === $thrown);
}
$s->restart();
echo $lock->withLock(fn () => "works again\n");
--EXPECT--
string(5) "value"
bool(true)
works again
