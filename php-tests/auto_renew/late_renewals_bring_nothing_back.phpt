--TEST--
Renewals that a silent server executes late bring back nothing that had expired
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$lock = insist(new RedisLock('k', ttl: 0.6, autoRenew: true, token: 't', connection: $s->dsn('timeout=0.2&connect_timeout=0.2')));
$s->freeze();
wait_until(fn () => !$lock->isHeld());
usleep(300_000); // The server's own clock is not ahead of ours by more.
$rival = lock_on($s, ttl: 60);
$s->thaw();
// They are executed although nobody waits for the answer any more.
var_dump(wait_until(fn () => $s->calls('eval') > 0));
var_dump($s->call('EXISTS', 'k'), $rival->acquire(), $lock->state(), $lock->renew(), $lock->release());
var_dump(wait_until(fn () => background_threads() === 0, 20), $rival->holder()->token() === $rival->token(), $s->call('PTTL', 'k') > 30_000);
--EXPECT--
bool(true)
int(0)
bool(true)
enum(RedisLock\State::Lost)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
