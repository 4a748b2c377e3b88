--TEST--
A loss while shutdown functions run comes out of them, and destructors run as ever
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$code = <<<'PHP'
    final class Last { public function __destruct() { echo "destructor\n"; } }
    $last = new Last();
    register_shutdown_function(function () {
        try {
            for ($end = hrtime(true) + 5e9; hrtime(true) < $end;) {
            }
            echo "nothing came\n";
        } catch (RedisLock\LostException) {
            echo "shutdown function\n";
        }
    });
    $lock = new RedisLock('k', ttl: 0.5, abortOnLoss: true);
    $lock->acquire();
    PHP;
$run = run_php($code, [], ['REDIS_LOCK_DSN' => $s->dsn()]);
echo $run['status'], ' ', $run['stderr'], $run['stdout'];
--EXPECT--
0 shutdown function
destructor
