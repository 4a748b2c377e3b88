--TEST--
Parent and four children acquire, renew and release renewed leases at the same time, each over connections of its own
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$inherited = lock_on($s, 'inherited', ttl: 60, autoRenew: true);
$inherited->acquire();
$token = $inherited->token();
touch($gate = scratch_dir() . '/gate');
$work = function (string $key) use ($s): int {
    // So short that the thread is at work all the time; what becomes of them is no matter.
    $hasty = array_map(fn ($i) => lock_on($s, "$key hasty $i", ttl: 0.05, autoRenew: true), range(1, 10));
    array_map(fn ($each) => thrown(fn () => $each->acquire()), $hasty);
    $lasting = lock_on($s, "$key lasting", ttl: 60, autoRenew: true);
    $lasting->acquire();
    $lock = lock_on($s, $key, ttl: 60, autoRenew: true);
    for ($i = 0; $i < 500; $i++) {
        if (!$lock->acquire()) {
            return 1;
        }
        if ($lock->holder()?->token() !== $lock->token()) {
            return 2;
        }
        if (!$lock->release()) {
            return 3;
        }
    }
    return $lasting->isHeld() && $lasting->holder()?->token() === $lasting->token() && $lasting->release() ? 0 : 4;
};
$children = [];
foreach (range(1, 4) as $n) {
    $children[] = fork_child(function () use ($work, $n, $gate) {
        $status = $work("child $n");
        wait_until(function () use ($gate) { clearstatcache(); return !file_exists($gate); }, 20);
        return $status;
    });
}
echo 'parent: ', $work('parent'), "\n";
echo 'five connections: ', json_encode(wait_until(fn () => $s->connections() >= 5)), "\n";
unlink($gate);
foreach ($children as $child) {
    echo 'child: ', wait_child($child), "\n";
}
var_dump($inherited->isHeld(), $s->call('GET', 'inherited') === $token, $inherited->release(), wait_until(fn () => $s->keys() === []));
--EXPECT--
parent: 0
five connections: true
child: 0
child: 0
child: 0
child: 0
bool(true)
bool(true)
bool(true)
bool(true)
