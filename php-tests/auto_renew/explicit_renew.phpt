--TEST--
renew() beside the thread sets the ttl from then on, longer or shorter
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
// Longer: the thread never brings the expiry nearer.
$lock = lock_on($s, 'longer', ttl: 3, autoRenew: true);
$lock->acquire();
var_dump($lock->renew(60), $s->call('PTTL', 'longer') > 50_000, $lock->remaining() > 50);
// Shorter: we believe in less, the server keeps what it has, and the thread renews in time for the shorter ttl.
$short = lock_on($s, 'shorter', ttl: 60, autoRenew: true);
$short->acquire();
$start = hrtime(true);
var_dump($short->renew(2), $short->remaining() <= 2, $s->call('PTTL', 'shorter') > 50_000);
$most = 0;
wait_until(function () use ($short, $start, &$most) {
    $most = max($most, $short->remaining());
    return hrtime(true) - $start > 2.3e9;
});
var_dump($short->isHeld(), $short->state(), $most <= 2, $s->call('PTTL', 'shorter') > 50_000);
var_dump($lock->isHeld(), $lock->remaining() > 50);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
bool(true)
