--TEST--
Another process releases a lease only with its token, which survives JSON
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$run = run_php(<<<'PHP'
    $lock = new RedisLock('k', autoRelease: false);
    $lock->acquire();
    echo json_encode(['token' => $lock->token()]);
    PHP, env: ['REDIS_LOCK_DSN' => $server->dsn()]);
$token = json_decode($run['stdout'])->token;
$stranger = lock_on($server);
var_dump($stranger->acquire(), $stranger->release(), $server->call('GET', 'k') === $token);
var_dump(RedisLock::restore('k', $token, connection: $server->dsn())->release(), $server->keys());
--EXPECT--
bool(false)
bool(false)
bool(true)
bool(true)
array(0) {
}
