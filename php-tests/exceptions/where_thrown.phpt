--TEST--
A thrown exception has the file, line and trace of the call
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('SET', 'k', 'other');
function work(RedisLock $lock, string $method): void
{
    match ($method) { 'withLock' => $lock->withLock(fn () => 1), 'assertHeld' => $lock->assertHeld(), 'acquire' => $lock->acquire() };
}
foreach (['withLock' => $server->dsn(), 'assertHeld' => $server->dsn(), 'acquire' => 'redis+unix:///nowhere/redis.sock'] as $method => $dsn) {
    try {
        work(new RedisLock('k', connection: $dsn), $method);
    } catch (RedisLock\LockException $e) {
        [$inner, $outer] = $e->getTrace();
        echo $e::class, ' ', json_encode([$e->getFile() === __FILE__, $e->getLine(), $inner['class'], $inner['function'], $outer['function'], $e->getCode(), $e->getPrevious()]), "\n";
    }
}
--EXPECT--
RedisLock\ContendedException [true,8,"RedisLock","withLock","work",0,null]
RedisLock\LostException [true,8,"RedisLock","assertHeld","work",0,null]
RedisLock\ConnectionException [true,8,"RedisLock","acquire","work",0,null]
