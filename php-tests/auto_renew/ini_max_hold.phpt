--TEST--
redis_lock.max_hold bounds locks that say nothing about it; below the ttl it counts as the ttl
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
var_dump(ini_get('redis_lock.max_hold'));
$held = function (RedisLock $lock): float {
    insist($lock);
    $granted = hrtime(true);
    wait_until(fn () => !$lock->isHeld());
    return (hrtime(true) - $granted) / 1e9;
};
ini_set('redis_lock.max_hold', '1.5');
$lock = lock_on($s, 'bounded', ttl: 1, autoRenew: true);
var_dump($held($lock) <= 1.5 + 2, cause($lock), renewals($s) > 0);
// Held for its whole ttl, less the allowance for clocks and the time it took to be granted.
ini_set('redis_lock.max_hold', '0.2');
$lock = lock_on($s, 'short', ttl: 1, autoRenew: true);
$took = $held($lock);
var_dump($took > 0.5, $took <= 1 + 2, cause($lock));
// An argument counts more.
$lock = lock_on($s, 'longer', ttl: 3, autoRenew: true, maxHold: 60);
$lock->acquire();
var_dump(wait_for_renewals($s), wait_for_renewals($s), $lock->remaining() > 1.5);
ini_restore('redis_lock.max_hold');
var_dump(ini_get('redis_lock.max_hold'));
--EXPECT--
string(4) "3600"
bool(true)
string(25) "the lease reached maxHold"
bool(true)
bool(true)
bool(true)
string(25) "the lease reached maxHold"
bool(true)
bool(true)
bool(true)
string(4) "3600"
