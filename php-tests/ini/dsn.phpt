--TEST--
redis_lock.dsn is used where no connection is given, before the environment
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$code = <<<'PHP'
    (new RedisLock('from-ini', autoRelease: false))->acquire();
    (new RedisLock('from-argument', connection: getenv('ARGUMENT'), autoRelease: false))->acquire();
    RedisLock::restore('restored', 'token', autoRelease: false)->acquire();
    var_dump(RedisLock::forceRelease('forced'), ini_set('redis_lock.dsn', 'redis://elsewhere'));
    PHP;
$other = TestServer::start();
$server->call('SET', 'forced', 'x');
$run = run_php($code, ini: ['redis_lock.dsn' => $server->dsn()], env: ['REDIS_LOCK_DSN' => $other->dsn(), 'ARGUMENT' => $other->dsn()]);
echo $run['stdout'], $run['stderr'];
echo json_encode([$server->keys(), $other->keys()]), "\n";
--EXPECT--
bool(true)
bool(false)
[["from-ini","restored"],["from-argument"]]
