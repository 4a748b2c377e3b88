--TEST--
exit inside withLock inside a fiber keeps its status and frees the key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
['status' => $status, 'stdout' => $out, 'stderr' => $err] = run_php(<<<'PHP'
    register_shutdown_function(fn () => print('end'));
    $fiber = new Fiber(fn () => (new RedisLock('k', ttl: 60))->withLock(fn () => exit(3)));
    $fiber->start();
    echo 'after';
    PHP, env: ['REDIS_LOCK_DSN' => $s->dsn()]);
var_dump($status, $out, $err, $s->keys());
--EXPECT--
int(3)
string(3) "end"
string(0) ""
array(0) {
}
