--TEST--
A contended acquire starts neither thread nor renewal
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$s->call('SET', 'k', 'rival');
$lock = lock_on($s, ttl: 0.3, autoRenew: true, abortOnLoss: true);
var_dump($lock->acquire(), background_threads());
usleep(300_000); // Longer than from one renewal to the next.
var_dump($s->calls('eval'), $s->calls('evalsha'), $lock->acquire(wait: 0.3), background_threads(), $lock->state(), $s->call('GET', 'k'));
--EXPECT--
bool(false)
int(0)
int(0)
int(0)
bool(false)
int(0)
enum(RedisLock\State::Idle)
string(5) "rival"
