--TEST--
A signal handler that throws at the same moment hides no loss, nor is it hidden
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => throw new DomainException('signal'));
for ($i = 0; $i < 3; $i++) {
    $caught = [];
    try {
        try {
            $lock = insist(lock_on($s, ttl: 0.2, abortOnLoss: true));
            // Both wait for the end of this call.
            exec('sleep 0.4; kill -USR1 ' . getmypid());
            echo 'ran on ';
            for ($end = hrtime(true) + 3e8; hrtime(true) < $end;) {
            }
        } catch (DomainException | RedisLock\LostException $e) {
            $caught[] = $e;
            for ($end = hrtime(true) + 3e8; hrtime(true) < $end;) {
            }
        }
    } catch (DomainException | RedisLock\LostException $e) {
        $caught[] = $e;
    }
    $classes = [];
    foreach ($caught as $e) {
        for (; $e; $e = $e->getPrevious()) {
            $classes[] = $e::class;
        }
    }
    sort($classes);
    echo implode(' ', $classes), "\n";
}
--EXPECT--
DomainException RedisLock\LostException
DomainException RedisLock\LostException
DomainException RedisLock\LostException
