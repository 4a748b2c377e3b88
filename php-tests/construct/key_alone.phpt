--TEST--
A key alone is enough: the connection comes from the environment, ttl is 30 s, one try
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$run = run_php(<<<'PHP'
    $lock = new RedisLock('order:42');
    var_dump($lock->key(), $lock->state(), $lock->token(), $lock->fence(), $lock->isHeld(), $lock->remaining());
    var_dump($lock->acquire(), $lock->remaining() > 25.0 && $lock->remaining() <= 30.0);
    var_dump((new RedisLock('order:42'))->acquire());
    PHP, env: ['REDIS_LOCK_DSN' => $server->dsn()]);
echo $run['stdout'], $run['stderr'];
var_dump($run['status']);
--EXPECT--
string(8) "order:42"
enum(RedisLock\State::Idle)
NULL
NULL
bool(false)
float(0)
bool(true)
bool(true)
bool(false)
int(0)
