--TEST--
Renewals at one server do not wait for other servers that are silent
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$alive = TestServer::start();
$silent = array_map(fn () => TestServer::start(), range(1, 4));
foreach ($silent as $i => $s) {
    $lost[$i] = new RedisLock('k', ttl: 3, autoRenew: true, connection: $s->dsn('timeout=5&connect_timeout=5'));
    $lost[$i]->acquire();
    $s->freeze();
}
$lock = lock_on($alive, ttl: 3, autoRenew: true);
$lock->acquire();
foreach ($lost as $one) {
    wait_until(fn () => !$one->isHeld());
}
var_dump(renewals($alive) >= 2, $lock->isHeld(), wait_for_renewals($alive), $lock->state());
foreach ($silent as $s) {
    $s->thaw();
}
--EXPECT--
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Held)
