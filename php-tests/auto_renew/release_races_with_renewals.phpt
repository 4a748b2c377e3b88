--TEST--
Releases in the middle of renewals leave nothing behind: no key, no request, no thread
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$work = function () use ($s) {
    $ends = [fn ($lock) => $lock->release(), fn ($lock) => RedisLock::releaseAll(), function (&$lock) { $lock = null; }];
    for ($i = 0; $i < 240; $i++) {
        // Renewed every 10 ms: some are released before, some in the middle of a renewal.
        $lock = lock_on($s, $i % 2 ? 'own ' . getmypid() : 'shared', ttl: 0.03, autoRenew: true);
        try {
            if ($lock->acquire(wait: 0.2)) {
                usleep(random_int(0, 15_000));
                $ends[$i % 3]($lock);
            }
        } catch (RedisLock\UnavailableException) {
            // A grant that came too late on a busy machine.
        }
    }
    return wait_until(fn () => background_threads() === 0, 15) ? 0 : 1;
};
$children = array_map(fn () => fork_child($work), range(1, 4));
foreach ($children as $child) {
    echo wait_child($child, 60);
}
var_dump($s->keys(), renewals($s) > 50);
--EXPECT--
0000array(0) {
}
bool(true)
