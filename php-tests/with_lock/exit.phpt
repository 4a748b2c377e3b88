--TEST--
exit inside keeps its status and frees the key on the way out
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$run = run_php(<<<'PHP'
    register_shutdown_function(fn () => print("shutdown\n"));
    (new RedisLock('k', ttl: 60))->withLock(fn () => exit(3));
    echo "after\n";
    PHP, env: ['REDIS_LOCK_DSN' => $server->dsn()]);
var_dump($run['status'], $run['stdout'], $run['stderr'], $server->keys());
--EXPECT--
int(3)
string(9) "shutdown
"
string(0) ""
array(0) {
}
