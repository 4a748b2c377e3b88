--TEST--
A lease whose expiry somebody shortened or removed gets its ttl back with the next renewal
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$shortened = lock_on($s, 'shortened', ttl: 6, autoRenew: true);
$for_ever = lock_on($s, 'for ever', ttl: 6, autoRenew: true);
$longer = lock_on($s, 'longer', ttl: 6, autoRenew: true);
foreach ([$shortened, $for_ever, $longer] as $lock) {
    $lock->acquire();
}
$s->call('PEXPIRE', 'shortened', 4000);
$s->call('PERSIST', 'for ever');
$s->call('PEXPIRE', 'longer', 100_000);
var_dump(wait_until(fn () => $s->call('PTTL', 'shortened') > 4500), wait_until(fn () => $s->call('PTTL', 'for ever') > 0));
// A renewal never shortens what the server keeps.
var_dump($s->call('PTTL', 'for ever') <= 6000, $s->call('PTTL', 'longer') > 50_000, $longer->remaining() <= 6);
var_dump($shortened->release(), $for_ever->release(), $longer->release(), $s->keys());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
