--TEST--
Without abortOnLoss a loss interrupts nothing
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$made = losses(function () use ($s, &$locks) {
    $locks = [
        insist(lock_on($s, 'plain', ttl: 0.3)),
        insist(lock_on($s, 'no', ttl: 0.3, abortOnLoss: false)),
        insist(lock_on($s, 'renewed', ttl: 0.9, autoRenew: true)),
        insist(lock_on($s, 'bounded', ttl: 0.3, autoRenew: true, maxHold: 0.3)),
        insist(lock_on($s, 'watched', ttl: 0.3, abortOnLoss: true)),
    ];
    $s->call('DEL', 'renewed');
}, 1.2);
echo json_encode(array_map(fn ($lock) => $lock->state(), $locks ?? [])), ' ', count($made), "\n", preg_replace('/ran [\d.]+ s/', 'ran', $made[0] ?? ''), "\n";
--EXPECT--
["lost","lost","lost","lost","lost"] 1
the lock on "watched" was lost: the lease expired; ran, ttl 0.3 s, autoRenew off
