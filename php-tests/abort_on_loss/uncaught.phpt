--TEST--
Nobody catches it: the script ends as by any uncaught exception, and says why
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$code = <<<'PHP'
    register_shutdown_function(fn () => print("shutdown\n"));
    $lock = new RedisLock('orders', ttl: 0.5, abortOnLoss: true);
    $lock->acquire();
    while (true) {
    }
    PHP;
$run = run_php($code, ['log_errors' => 0, 'html_errors' => 0], ['REDIS_LOCK_DSN' => $s->dsn()]);
echo $run['status'], ' ', $run['stderr'], preg_replace('~/\S+/run-\S+php~', 'script', $run['stdout']);
--EXPECTF--
255 
Fatal error: Uncaught RedisLock\LostException: the lock on "orders" was lost: the lease expired; ran %f s, ttl 0.5 s, autoRenew off in script:%d
Stack trace:
#0 {main}
  thrown in script on line %d
shutdown
