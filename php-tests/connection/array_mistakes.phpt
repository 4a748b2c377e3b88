--TEST--
Wrong keys of the options, and a client object, are answered by what to write instead
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$mistakes = [
    [['username' => 'u'], '"user"'], [['database' => 1], '"db"'], [['pass' => 'hunter2'], '"password"'], [['auth' => 'hunter2'], '"password"'],
    [['hots' => 'x'], 'hots'], [['port' => 'x'], 'port'], [['port' => 70000], 'port'], [['port' => []], 'port'], [['db' => -1], 'db'],
    [['timeout' => 0], 'timeout'], [['timeout' => NAN], 'timeout'], [['connect_timeout' => -1], 'connect_timeout'],
    [['scheme' => 'http'], 'scheme'], [['host' => 'a', 'path' => '/x'], 'path'], [['host' => ''], 'host'],
    [['tls_ca' => 'system'], '"rediss"'], [['hosts' => ['a', 'b']], 'redis+cluster'],
    [['hosts' => ['a', 5], 'service' => 'x'], 'list of strings'], [['hosts' => [], 'service' => 'x'], 'no host'], [['host' => 'a', 'hosts' => ['b'], 'service' => 'x'], 'not both'],
    [['hosts' => ['a'], 'scheme' => 'redis'], 'several hosts'], [['hosts' => ['a'], 'scheme' => 'redis+sentinel'], 'service'], [['host' => 'a', 'scheme' => 'redis', 'service' => 'x'], 'redis+sentinel'],
    [['host' => 'a', 'scheme' => 'redis+cluster', 'db' => 2], 'database 0'], [['host' => 'a', 'sentinel_user' => 'x', 'service' => 'x'], 'sentinel_password'],
    [['redis://a', 'redis+cluster://b'], 'single servers'], [['redis+sentinel://a/main', 'redis://b'], 'single servers'],
    [[], '$connection'], [[5], '$connection'], [[['host' => 'a'], 'x' => 1], '$connection'],
];
foreach ($mistakes as [$options, $answer]) {
    $error = caught(fn() => new RedisLock('k', connection: $options));
    $message = $error->getMessage();
    $good = ($error instanceof ValueError || $error instanceof TypeError) && !str_contains($message, 'hunter2')
        && str_contains($message, '$connection') && str_contains(str_replace(["'", '`'], '"', $message), $answer);
    echo $good ? '.' : json_encode($options, JSON_PARTIAL_OUTPUT_ON_ERROR) . ': ' . get_class($error) . " $message\n";
}
class Redis {}
$error = caught(fn() => new RedisLock('k', connection: new Redis));
echo get_class($error), ' ', str_contains($error->getMessage(), 'DSN') ? 'says what to write' : $error->getMessage(), "\n";
--EXPECT--
..............................TypeError says what to write
