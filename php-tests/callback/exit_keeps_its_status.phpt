--TEST--
exit in the callback keeps status and text, runs no line after it, and frees the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$before = 'register_shutdown_function(fn () => print("|end")); $lock = new RedisLock("k", ttl: 60);';
$codes = [
    '$lock->withLock(fn () => exit(3));',
    '$lock->withLock(fn () => exit("text"));',
    'try { $lock->withLock(fn () => exit(4)); } catch (Throwable $e) { echo "caught"; } finally { echo "finally"; }',
    '$lock->withLock(fn () => (new RedisLock("inner", ttl: 60))->withLock(fn () => exit(5)));',
    '$lock->withLock(function () { foreach ((function () { yield 1; exit(6); })() as $x); });',
    '$lock->withLock(fn () => array_map(fn () => exit(7), [1]));',
    '(new RedisLock("kept", ttl: 60, autoRelease: false))->withLock(fn () => exit(8));',
];
foreach ($codes as $code) {
    $result = run_php("$before $code echo 'after';", env: ['REDIS_LOCK_DSN' => $s->dsn()]);
    echo json_encode([...array_values($result), $s->keys()]), "\n";
}
--EXPECT--
[3,"|end","",[]]
[0,"text|end","",[]]
[4,"|end","",[]]
[5,"|end","",[]]
[6,"|end","",[]]
[7,"|end","",[]]
[8,"|end","",[]]
