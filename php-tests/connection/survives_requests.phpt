--TEST--
A php-fpm worker keeps its connection over requests
--EXTENSIONS--
redis_lock
--SKIPIF--
<?php require __DIR__ . '/../support/fpm.inc'; if (TestFpm::binary() === '') die('skip no php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../support/fpm.inc';
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$fpm = TestFpm::start(1, ['redis_lock.dsn' => $server->dsn()]);
$received = fn() => preg_match('/total_connections_received:(\d+)/', $server->call('INFO', 'stats'), $m) ? (int) $m[1] : -1;
$before = $received();
for ($i = 0; $i < 10; $i++) {
    echo $fpm->request('echo json_encode((new RedisLock("k"))->acquire());')['body'], ' ';
}
echo $received() - $before, "\n";
$server->restart();
echo $fpm->request('echo json_encode((new RedisLock("k"))->acquire());')['body'], ' ', json_encode($server->keys()), "\n";
--EXPECT--
true true true true true true true true true true 1
true []
