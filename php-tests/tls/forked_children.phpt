--TEST--
Parent and children use an inherited object over TLS at the same time, and the parent's session goes on
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$s = TlsServer::start();
$first = $s->lock('first', 'client_name=app');
$first->acquire();
$ids = fn() => preg_match_all('/^id=(\d+) .* name=app /m', $s->plain->call('CLIENT', 'LIST'), $m) ? $m[1] : [];
$own = $ids();
touch($gate = scratch_dir() . '/gate');
$work = function (string $key) use ($s): int {
    $lock = $s->lock($key, 'client_name=app');
    for ($i = 0; $i < 500; $i++) {
        if (!$lock->acquire() || $lock->holder()?->token() !== $lock->token() || !$lock->release()) {
            return 1;
        }
    }
    return 0;
};
$children = array_map(fn($n) => fork_child(function () use ($work, $n, $gate, $first) {
    $idle = $first->state() === RedisLock\State::Idle && !$first->release();
    $status = $work("child $n");
    wait_until(function () use ($gate) { clearstatcache(); return !file_exists($gate); }, 20);
    return $idle ? $status : 2;
}), range(1, 4));
echo 'parent: ', $work('parent'), "\n";
echo 'five connections: ', json_encode(wait_until(fn() => count($ids()) === 5)), "\n";
unlink($gate);
foreach ($children as $child) {
    echo 'child: ', wait_child($child), "\n";
}
// The same connection as before.
var_dump($first->isHeld(), $first->renew(), wait_until(fn() => $ids() === $own), count($own), $first->release(), $s->plain->keys());
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
int(1)
bool(true)
array(0) {
}
