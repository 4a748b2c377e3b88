--TEST--
A bad value is never skipped for the next one, and the error names the setting
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$good = $server->dsn();
$code = 'try { new RedisLock("k", connection: %s); echo "accepted"; } catch (ValueError $e) { echo $e->getMessage(); }';
$cases = [
    ['$connection', '"bad"', $good, $good, $good], ['$connection', '""', $good, $good, $good],
    ['redis_lock.dsn', 'null', 'bad', $good, $good], ['REDIS_LOCK_DSN', 'null', null, 'bad', $good], ['REDIS_URL', 'null', null, null, 'tcp://h:1'],
    ['redis_lock.dsn', 'null', 'redis://hunter2@h', $good, $good], ['REDIS_URL', 'null', null, null, 'redis://:hunter2@h/x'],
];
foreach ($cases as [$name, $argument, $ini, $own, $url]) {
    $settings = $ini === null ? [] : ['redis_lock.dsn' => $ini];
    $said = run_php(sprintf($code, $argument), $settings, ['REDIS_LOCK_DSN' => $own, 'REDIS_URL' => $url])['stdout'];
    echo str_contains($said, $name) && !str_contains($said, 'hunter2') ? "$name\n" : "$name: $said\n";
}
--EXPECT--
$connection
$connection
redis_lock.dsn
REDIS_LOCK_DSN
REDIS_URL
redis_lock.dsn
REDIS_URL
