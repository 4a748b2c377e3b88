--TEST--
An acquire without answer in a process that can start no thread is a plain UncertainException
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/limited.inc';
$s = TestServer::start();
// Room in kB: too little for a thread's stack twice, and plenty, which shows that a thread would be counted.
foreach ([64, 256, 1 << 20] as $spare) {
    [$status, $text] = run_limited([], '$spare = ' . $spare . ';' . <<<'PHP'
        $lock = new RedisLock('k', ttl: 60);
        $lock->withLock(fn () => null);
        preg_match('/VmSize:\s+(\d+)/', file_get_contents('/proc/self/status'), $size);
        exec('prlimit --pid ' . getmypid() . ' --as=' . ($size[1] + $spare) * 1024);
        posix_kill((int) getenv('SERVER'), SIGSTOP);
        try {
            $lock->acquire();
        } catch (Throwable $e) {
            // While the server is silent the thread has work: it would still be there.
            echo $e::class, ' ', $lock->state()->name, ', ', count(scandir('/proc/self/task')) - 2, ' thread(s) ';
        }
        posix_kill((int) getenv('SERVER'), SIGCONT);
        echo json_encode([$lock->acquire(wait: 5), $lock->renew(), $lock->release()]);
        PHP, ['extension' => 'posix'], ['REDIS_LOCK_DSN' => $s->dsn('timeout=0.2'), 'SERVER' => (string) $s->pid()]);
    $s->thaw();
    echo "$status $text ", json_encode(wait_until(fn () => $s->keys() === [])), "\n";
}
--EXPECT--
0 RedisLock\UncertainException Unknown, 1 thread(s) [true,true,true] true
0 RedisLock\UncertainException Unknown, 1 thread(s) [true,true,true] true
0 RedisLock\UncertainException Unknown, 2 thread(s) [true,true,true] true
