--TEST--
forceRelease and holder fail like everything else, and never say false for an outage
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$dsn = $proxy->dsn();
$lock = new RedisLock('k', connection: $dsn);
$calls = [fn() => RedisLock::forceRelease('k', $dsn), fn() => $lock->holder()];
foreach (['DEL' => $calls[0], 'GET' => $calls[1]] as $word => $call) {
    $proxy->eatNextReply($word);
    echo outcome($call), ' ', outcome($call), "\n";
}
$server->call('REPLICAOF', '127.0.0.1', 1);
echo outcome($calls[0]), ' ', outcome($calls[1]), "\n";
$server->stop();
echo outcome($calls[0]) === 'false' ? 'false' : 'thrown', ' ', outcome($calls[1]) === 'null' ? 'null' : 'thrown', "\n";
--EXPECT--
UncertainException false
UncertainException null
ServerException READONLY null
thrown thrown
