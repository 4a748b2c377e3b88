--TEST--
The thread appears with the first lease that needs it, and is gone soon after the last
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$plain = lock_on($s, 'plain', ttl: 60);
$renewed = lock_on($s, 'renewed', ttl: 60, autoRenew: true);
$watched = lock_on($s, 'watched', ttl: 60, abortOnLoss: true);
echo background_threads();
$plain->withLock(fn () => $plain->renew());
echo background_threads(), ' ';
foreach ([$renewed, $watched] as $lock) {
    for ($i = 0; $i < 2; $i++) {
        $lock->acquire();
        echo background_threads();
        $lock->release();
        echo wait_until(fn () => background_threads() === 0) ? 'x' : 'stays', ' ';
    }
}
$renewed->acquire();
$watched->acquire();
echo background_threads();
$renewed->detach();
usleep(900_000);
echo background_threads();
$watched->detach();
echo wait_until(fn () => background_threads() === 0) ? 'x' : 'stays', "\n";
--EXPECT--
00 1x 1x 1x 1x 11x
