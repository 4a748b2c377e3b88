--TEST--
An acquire without answer in a process that can start no thread is a plain UncertainException
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/limited.inc';
$s = TestServer::start();
foreach ([64, 256, 1024] as $spare) {
    [$status, $text] = run_limited([], '$spare = ' . $spare . ';' . <<<'PHP'
        $lock = new RedisLock('k', ttl: 60);
        $lock->withLock(fn () => null);
        preg_match('/VmSize:\s+(\d+)/', file_get_contents('/proc/self/status'), $size);
        exec('prlimit --pid ' . getmypid() . ' --as=' . ($size[1] + $spare) * 1024);
        posix_kill((int) getenv('SERVER'), SIGSTOP);
        try {
            $lock->acquire();
        } catch (Throwable $e) {
            echo $e::class, ' ', $lock->state()->name, ' ';
        }
        posix_kill((int) getenv('SERVER'), SIGCONT);
        echo json_encode([$lock->acquire(wait: 5), $lock->renew(), $lock->release()]);
        PHP, ['extension' => 'posix'], ['REDIS_LOCK_DSN' => $s->dsn('timeout=0.2'), 'SERVER' => (string) $s->pid()]);
    $s->thaw();
    echo "$status $text ", json_encode(wait_until(fn () => $s->keys() === [])), "\n";
}
--EXPECT--
0 RedisLock\UncertainException Unknown [true,true,true] true
0 RedisLock\UncertainException Unknown [true,true,true] true
0 RedisLock\UncertainException Unknown [true,true,true] true
