--TEST--
What this build cannot do is refused by name
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$later = [
    'redis+sentinel://a,b/main', 'redis+cluster://a,b', 'rediss+sentinel://a/main',
    'RedisS+Cluster://a', 'redis://a,b', [['host' => 'a'], ['scheme' => 'redis+cluster']], ['host' => 'a', 'service' => 'main'],
];
foreach ($later as $connection) {
    try {
        new RedisLock('k', connection: $connection);
        echo 'accepted: ', json_encode($connection), "\n";
    } catch (ValueError $e) {
        echo str_contains($e->getMessage(), 'not supported by this build') ? '.' : json_encode($connection) . ': ' . $e->getMessage() . "\n";
    }
}
echo "\n";
$run = run_php('try { new RedisLock("k"); } catch (ValueError $e) { echo $e->getMessage(); }', ['redis_lock.dsn' => 'redis+cluster://a,b']);
var_dump(str_contains($run['stdout'], 'not supported by this build'), str_contains($run['stdout'], 'redis_lock.dsn'));
--EXPECT--
.......
bool(true)
bool(true)
