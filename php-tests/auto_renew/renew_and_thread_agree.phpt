--TEST--
renew() and the thread at the same moment agree about every lease
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
for ($i = 0; $i < 200; $i++) {
    $locks[$i] = lock_on($s, "k$i", ttl: 3, autoRenew: true);
    $locks[$i]->acquire();
}
$wrong = 0;
$start = hrtime(true);
for ($i = 0; hrtime(true) - $start < 1.6e9; $i++) {
    // A moment that is later with every round, so that some are in the middle of the thread's own.
    foreach ($locks as $lock) {
        $wrong += !$lock->renew($i % 2 ? 3 : 4) || $lock->state()->name !== 'Held' || $lock->remaining() > 4;
    }
}
$s->call('DEL', 'k0');
var_dump($wrong, $locks[0]->renew(), $locks[0]->state(), $locks[0]->isHeld(), $locks[0]->renew());
var_dump(count(array_filter($locks, fn ($lock) => $lock->release())), $s->keys());
--EXPECT--
int(0)
bool(false)
enum(RedisLock\State::Lost)
bool(false)
bool(false)
int(199)
array(0) {
}
