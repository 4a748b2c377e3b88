--TEST--
A memory limit reached anywhere in our own calls ends the script like any other and frees every key
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
for ($i = 0; $i < 8; $i++) {
    $result = run_php('$pad = ' . (7000 + 331 * $i) . ';' . <<<'PHP'
        ini_set('memory_limit', '4M');
        $rival = new RedisLock('rival', ttl: 60, autoRelease: true);
        $rival->acquire();
        for ($n = 0; ; $n++) {
            $lock = new RedisLock("key $n", ttl: 60);
            $lock->acquire();
            $kept[] = [$lock, $lock->token(), $lock->holder(), $lock->key(), RedisLock\RetryPolicy::none(), str_repeat('x', $pad)];
            try {
                (new RedisLock('rival'))->withLock(fn () => null);
            } catch (RedisLock\ContendedException $e) {
                $kept[] = $e;
            }
        }
        PHP, ['log_errors' => '0'], ['REDIS_LOCK_DSN' => $s->dsn()]);
    $clean = preg_match('/^Fatal error: Allowed memory size [^\n]*$/', trim($result['stdout']));
    echo $result['status'], ' ', $clean ? 'clean' : $result['stdout'], ' ', count($s->keys()), "\n";
}
--EXPECT--
255 clean 0
255 clean 0
255 clean 0
255 clean 0
255 clean 0
255 clean 0
255 clean 0
255 clean 0
