--TEST--
What is wrong with a DSN is a ValueError that names it, without its password
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$bad = [
    '' => '', 'redis://' => '', 'http://localhost' => 'redis://', 'redis:localhost' => '', 'redis://h:0' => 'port', 'redis://h:65536' => 'port',
    'redis://h:x' => 'port', 'redis://h/x' => 'db', 'redis://h/-1' => 'db', 'redis://h/1/2' => '', 'redis://h/1?db=2' => 'database',
    'redis://h?timeout=0' => 'timeout', 'redis://h?timeout=-1' => 'timeout', 'redis://h?timeout=x' => 'timeout', 'redis://h?timeout=inf' => 'timeout',
    'redis://h?connect_timeout=nan' => 'connect_timeout', 'redis://h?colour=red' => 'colour',
    'redis://:hunter2@h/%zz' => '%', 'redis://:hunter2@h#x' => '', 'redis+unix://' => '', 'redis+unix://relative.sock' => '',
    'redis+unix:///a.sock?db=x' => 'db', "redis://h\0x" => '', 'redis://a b' => '',
];
foreach ($bad as $dsn => $word) {
    try {
        new RedisLock('k', connection: $dsn);
        echo "accepted: $dsn\n";
    } catch (ValueError $e) {
        $good = str_contains($e->getMessage(), '$connection') && str_contains($e->getMessage(), $word) && !str_contains($e->getMessage(), 'hunter2');
        echo $good ? '.' : "$dsn: {$e->getMessage()}\n";
    }
}
echo "\n";
--EXPECT--
........................
