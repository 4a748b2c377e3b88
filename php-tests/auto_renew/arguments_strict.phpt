--TEST--
With strict_types the arguments of renewal are judged like those of a PHP function
--EXTENSIONS--
redis_lock
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../support/server.inc';
require __DIR__ . '/../arguments/refusal.inc';
$calls = [
    fn () => new RedisLock('k', autoRenew: 1),
    fn () => new RedisLock('k', autoRenew: 'yes'),
    fn () => new RedisLock('k', autoRenew: 1.0),
    fn () => new RedisLock('k', abortOnLoss: 1),
    fn () => new RedisLock('k', maxHold: '60'),
    fn () => new RedisLock('k', maxHold: true),
    fn () => RedisLock::restore('k', 't', autoRenew: 1),
    fn () => RedisLock::restore('k', 't', maxHold: '60'),
    fn () => RedisLock::restore('k', 't', abortOnLoss: '1'),
    fn () => new RedisLock('k', maxHold: 60),
    fn () => new RedisLock('k', autoRenew: true, maxHold: 60.5, abortOnLoss: true),
    fn () => new RedisLock('k', 5, null, null, null, true, 60, false, true, true, 0, 'token'),
    fn () => RedisLock::restore('k', 't', 5, null, null, null, true, 60, false, false, true, 0, null),
];
foreach ($calls as $call) {
    echo refusal($call), "\n";
}
--EXPECT--
TypeError $autoRenew
TypeError $autoRenew
TypeError $autoRenew
TypeError $abortOnLoss
TypeError $maxHold
TypeError $maxHold
TypeError $autoRenew
TypeError $maxHold
TypeError $abortOnLoss
none
none
none
none
