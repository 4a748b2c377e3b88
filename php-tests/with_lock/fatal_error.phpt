--TEST--
A fatal error inside frees the key at the end of the request
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$run = run_php(<<<'PHP'
    (new RedisLock('k', ttl: 60))->withLock(fn () => trigger_error('over', E_USER_ERROR));
    echo "after\n";
    PHP, env: ['REDIS_LOCK_DSN' => $server->dsn()]);
var_dump($run['status'], str_contains($run['stdout'], 'after'), $server->keys());
--EXPECT--
int(255)
bool(false)
array(0) {
}
