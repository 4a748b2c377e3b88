--TEST--
Where no thread can be started acquire is an UnavailableException and the key is free; later it works
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../limits/limited.inc';
$s = TestServer::start();
foreach (['autoRenew', 'abortOnLoss'] as $need) {
    [$status, $text] = run_limited([], '$need = ' . var_export($need, true) . '; require "' . __DIR__ . '/../support/threads.inc";' . <<<'PHP'
        $lock = new RedisLock(...['key' => 'k', 'ttl' => 60, $need => true]);
        $plain = new RedisLock('plain', ttl: 60);
        $plain->acquire();
        $other = new RedisLock('k');
        $ran = 0;
        echo $other->holder() === null ? 'free ' : 'held ';
        // Room for less than the stack of a thread.
        preg_match('/VmSize:\s+(\d+)/', file_get_contents('/proc/self/status'), $size);
        posix_setrlimit(POSIX_RLIMIT_AS, ($size[1] + 64) * 1024, -1);
        foreach ([fn () => $lock->acquire(), fn () => $lock->withLock(function () use (&$ran) { $ran++; }), fn () => $lock->acquire(wait: 0.3)] as $call) {
            try {
                $call();
                echo 'no exception ';
            } catch (Throwable $e) {
                echo $e instanceof RedisLock\UnavailableException ? 'unavailable ' : $e::class, json_encode([$lock->isHeld(), $other->holder()]), ' ';
            }
        }
        echo $ran, json_encode([$plain->renew(), $plain->isHeld()]), ' ';
        posix_setrlimit(POSIX_RLIMIT_AS, -1, -1);
        echo json_encode([$lock->acquire(), background_threads(), $lock->release(), $plain->release()]);
        PHP, ['extension' => 'posix'], ['REDIS_LOCK_DSN' => $s->dsn()]);
    echo "$need: $status $text ", json_encode($s->keys()), "\n";
}
--EXPECT--
autoRenew: 0 free unavailable [false,null] unavailable [false,null] unavailable [false,null] 0[true,true] [true,1,true,true] []
abortOnLoss: 0 free unavailable [false,null] unavailable [false,null] unavailable [false,null] 0[true,true] [true,1,true,true] []
