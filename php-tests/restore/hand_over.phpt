--TEST--
A lease passes from one process to the next: detach, restore, renew, release
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lock->acquire();
$token = $lock->detach();
$run = run_php(<<<'PHP'
    $lock = RedisLock::restore('k', getenv('LOCK_TOKEN'), ttl: 60, autoRelease: true);
    echo json_encode([$lock->renew(), $lock->isHeld(), $lock->withLock(fn ($held) => $held->token() === getenv('LOCK_TOKEN')), $lock->isHeld()]);
    PHP, env: ['REDIS_LOCK_DSN' => $server->dsn(), 'LOCK_TOKEN' => $token]);
echo $run['stdout'], $run['stderr'], "\n";
var_dump($server->keys());
--EXPECT--
[true,true,true,true]
array(0) {
}
