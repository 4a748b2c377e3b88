--TEST--
A connection error names the source of the setting and the host, never a secret
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$port = TestServer::freePort();
$dsn = "redis://app:hunter2@127.0.0.1:$port/1";
$code = 'try { (new RedisLock("k", connection: %s))->acquire(); } catch (RedisLock\ConnectionException $e) { echo $e; }';
$cases = [
    '$connection' => ["'$dsn'", [], []],
    'redis_lock.dsn' => ['null', ['redis_lock.dsn' => $dsn], []],
    'REDIS_LOCK_DSN' => ['null', [], ['REDIS_LOCK_DSN' => $dsn]],
    'REDIS_URL' => ['null', [], ['REDIS_LOCK_DSN' => null, 'REDIS_URL' => $dsn]],
];
foreach ($cases as $source => [$argument, $ini, $env]) {
    $said = run_php(sprintf($code, $argument), $ini, $env)['stdout'];
    $good = str_contains($said, $source) && str_contains($said, "127.0.0.1:$port") && !str_contains(strtok($said, "\n"), 'hunter2');
    echo $good ? "$source\n" : "$source: $said\n";
}
--EXPECT--
$connection
redis_lock.dsn
REDIS_LOCK_DSN
REDIS_URL
