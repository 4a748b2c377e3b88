--TEST--
REDIS_LOCK_DSN comes before REDIS_URL
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$first = TestServer::start();
$second = TestServer::start();
$code = 'var_dump((new RedisLock("k", autoRelease: false))->acquire());';
$run = run_php($code, env: ['REDIS_LOCK_DSN' => $first->dsn(), 'REDIS_URL' => $second->dsn()]);
echo $run['stdout'], $run['stderr'], json_encode([$first->keys(), $second->keys()]), "\n";
$run = run_php($code, env: ['REDIS_LOCK_DSN' => null, 'REDIS_URL' => $second->tcpDsn()]);
echo $run['stdout'], $run['stderr'], json_encode([$first->keys(), $second->keys()]), "\n";
--EXPECT--
bool(true)
[["k"],[]]
bool(true)
[["k"],["k"]]
