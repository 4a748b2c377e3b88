--TEST--
Inside withLock every call on the same renewed object has its result, and the end does no harm to others
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 3, autoRenew: true, abortOnLoss: true);
var_dump($lock->withLock(function ($lock) use ($s) {
    wait_for_renewals($s) ?: print("no renewal\n");
    return json_encode([$lock->isHeld(), $lock->remaining() > 0, $lock->renew(), $lock->acquire(), $lock->withLock(fn ($lock) => $lock->renew()), $lock->isHeld()]);
}), $s->keys(), $lock->state());
// Released inside: a rival that got the key keeps it.
$rival = lock_on($s, ttl: 60);
echo outcome(fn () => $lock->withLock(fn ($lock) => [$lock->release(), $rival->acquire(), $lock->isHeld()])), ' ', json_encode($rival->release()), "\n";
// Acquired again inside: that lease is left and renewed, or freed with the section, but never half of each.
echo outcome(fn () => $lock->withLock(fn ($lock) => [$lock->release(), $lock->acquire(), $lock->isHeld()])), ' ';
echo json_encode($lock->isHeld() === ($s->call('EXISTS', 'k') === 1)), "\n";
$lock->release();
echo outcome(fn () => $lock->withLock(fn ($lock) => strlen($lock->detach()) > 30)), ' ', $s->call('EXISTS', 'k'), "\n";
$before = renewals($s);
var_dump(wait_until(fn () => background_threads() === 0), wait_until(fn () => $s->keys() === []), renewals($s) === $before);
--EXPECT--
string(31) "[true,true,true,true,true,true]"
array(0) {
}
enum(RedisLock\State::Released)
[true,true,false] true
[true,true,true] true
true 1
bool(true)
bool(true)
bool(true)
