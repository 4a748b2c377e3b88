--TEST--
PHP's time limit works beside abortOnLoss: while the lease is held, and after it was lost
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$held = '$lock = new RedisLock("k", ttl: 60, autoRenew: true, abortOnLoss: true); $lock->acquire(); set_time_limit(1); while (true);';
$lost = 'set_time_limit(1); try { $lock = new RedisLock("k", ttl: 0.3, abortOnLoss: true); $lock->acquire(); while (true); }
    catch (RedisLock\LostException) { echo "lost "; } while (true);';
foreach ([$held, $lost] as $code) {
    $run = run_php("$code echo 'after';", ['log_errors' => 0, 'html_errors' => 0], ['REDIS_LOCK_DSN' => $s->dsn()], 50); // A second of work takes long on a busy machine.
    echo $run['status'], ' ', preg_match('/^(lost )?\s*(PHP )?Fatal error: .*Maximum execution time of 1 second exceeded/', $run['stdout'], $found),
        ' ', $found[1] ?? '', str_contains($run['stdout'], 'after') ? 'after' : '', json_encode($s->keys()), "\n";
}
--EXPECT--
255 1 []
255 1 lost []
