--TEST--
Two thousand leases due at the same moment are all renewed
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
for ($i = 0; $i < 2000; $i++) {
    $locks[$i] = lock_on($s, "k$i", ttl: 6, autoRenew: true);
    $locks[$i]->acquire();
}
$all = function (callable $is) use (&$locks): bool {
    foreach ($locks as $lock) {
        if (!$is($lock->remaining())) {
            return false;
        }
    }
    return true;
};
var_dump($all(fn ($left) => $left > 0), wait_until(fn () => $all(fn ($left) => $left < 4.8)), wait_until(fn () => $all(fn ($left) => $left > 5)));
var_dump(background_threads(), $s->connections(), count($s->keys()));
--EXPECT--
bool(true)
bool(true)
bool(true)
int(1)
int(2)
int(2000)
