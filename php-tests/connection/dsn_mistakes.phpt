--TEST--
The usual mistakes are answered by what to write instead
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$mistakes = [
    '127.0.0.1' => 'redis://127.0.0.1',
    'localhost:6379' => 'redis://localhost:6379',
    'localhost' => 'redis://localhost',
    'tcp://127.0.0.1:6379' => 'redis://127.0.0.1:6379',
    'redis:///run/redis.sock' => 'redis+unix:///',
    'unix:///run/redis.sock' => 'redis+unix:///',
    '/run/redis.sock' => 'redis+unix:///',
    'redis://hunter2@localhost' => 'redis://:PASSWORD@',
    'redis://hunter2@localhost:6379/1' => 'redis://:PASSWORD@',
];
foreach ($mistakes as $dsn => $answer) {
    $error = caught(fn() => new RedisLock('k', connection: $dsn));
    $good = $error instanceof ValueError && str_contains($error->getMessage(), $answer)
        && str_contains($error->getMessage(), '$connection') && !str_contains($error->getMessage(), 'hunter2');
    echo $good ? '.' : "$dsn: " . get_class($error) . ' ' . $error->getMessage() . "\n";
}
echo "\n";
--EXPECT--
.........
