--TEST--
Leases of a few milliseconds are renewed or lost, but never leave a key or a thread behind
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$wrong = $granted = 0;
for ($end = hrtime(true) + 1.5e9, $i = 0; hrtime(true) < $end; $i++) {
    $lock = lock_on($s, ttl: [0.001, 0.004, 0.01][$i % 3], autoRenew: true);
    try {
        if ($lock->acquire()) {
            $granted++;
            usleep(random_int(0, 8000));
            $wrong += $lock->remaining() > 0.01 || !in_array($lock->state()->name, ['Held', 'Unknown', 'Lost']);
            $lock->release();
        }
    } catch (RedisLock\UnavailableException) {
        // Granted later than it would have lasted.
    }
}
unset($lock);
var_dump($wrong, $granted > 0, wait_until(fn () => $s->keys() === []), wait_until(fn () => background_threads() === 0, 20));
--EXPECT--
int(0)
bool(true)
bool(true)
bool(true)
