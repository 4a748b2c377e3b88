--TEST--
A key of any bytes still makes the right class and a message fit to print
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach (["left\0right", "left\xff\xferight", "left\nright", "left\x1b[31mright", '%s%n left right'] as $key) {
    $server->call('SET', $key, 'other');
    try {
        lock_on($server, $key)->withLock(fn () => 1);
    } catch (Throwable $e) {
        $message = $e->getMessage();
        echo $e::class, ' ', json_encode([str_contains($message, 'left') && str_contains($message, 'right'), preg_match('/[\0-\x1f]/', $message), preg_match('//u', $message)]), "\n";
    }
}
$lock = lock_on($server, "left\0right2");
echo thrown(fn () => $lock->assertHeld()), ' ', thrown(fn () => (new RedisLock("a\0b", connection: 'redis+unix:///nowhere/x.sock'))->acquire()), "\n";
--EXPECT--
RedisLock\ContendedException [true,0,1]
RedisLock\ContendedException [true,0,1]
RedisLock\ContendedException [true,0,1]
RedisLock\ContendedException [true,0,1]
RedisLock\ContendedException [true,0,1]
RedisLock\LostException RedisLock\ConnectionException
