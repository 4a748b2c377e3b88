--TEST--
Background renewal ends at maxHold: the server never keeps the key longer, a waiter gets it, the holder knows why
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 3, autoRenew: true, maxHold: 4);
insist($lock);
$granted = hrtime(true);
$latest = 0;
while ($lock->isHeld()) {
    $now = hrtime(true);
    $latest = max($latest, $now + $s->call('PTTL', 'k') * 1e6);
}
$lost = hrtime(true);
// A renewal counts from when the server executes it: on a busy machine that is a little later.
var_dump(($latest - $granted) / 1e9 <= 5.5, ($lost - $granted) / 1e9 <= 4 + 2, renewals($s) >= 2);
var_dump($lock->state(), cause($lock), lock_on($s)->acquire(wait: 5), (hrtime(true) - $granted) / 1e9 > 3);
preg_match('/; ran [\d.]+ s, (.*)/', caught(fn () => $lock->assertHeld())->getMessage(), $found);
echo $found[1], "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Lost)
string(25) "the lease reached maxHold"
bool(true)
bool(true)
ttl 3 s, autoRenew on, maxHold 4 s
