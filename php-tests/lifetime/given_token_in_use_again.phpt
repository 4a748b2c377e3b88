--TEST--
An object whose lease is over frees nothing when it goes: a given token may be in use again by then
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
foreach (['plain' => [], 'watched' => ['abortOnLoss' => true], 'renewed' => ['autoRenew' => true, 'maxHold' => 0.3]] as $name => $options) {
    $old = lock_on($s, $name, ...['ttl' => 0.3, 'token' => 'job'] + $options);
    try {
        insist($old);
        wait_until(fn () => !$old->isHeld());
    } catch (RedisLock\LostException) {
    }
    $new = lock_on($s, $name, ttl: 60, token: 'job');
    wait_until(fn () => $s->call('EXISTS', $name) === 0) && $new->acquire();
    unset($old);
    echo $name, ' ', json_encode([$new->isHeld(), $s->call('EXISTS', $name), $new->release()]), "\n";
}
--EXPECT--
plain [true,1,true]
watched [true,1,true]
renewed [true,1,true]
