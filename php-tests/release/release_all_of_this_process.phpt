--TEST--
releaseAll in one process leaves the leases of another
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$own = lock_on($server, 'own');
$own->acquire();
$run = run_php(<<<'PHP'
    $lock = new RedisLock('theirs');
    $lock->acquire();
    echo RedisLock::releaseAll(), "\n";
    PHP, env: ['REDIS_LOCK_DSN' => $server->dsn()]);
echo $run['stdout'];
var_dump($server->keys() === ['own'], $own->isHeld());
--EXPECT--
1
bool(true)
bool(true)
