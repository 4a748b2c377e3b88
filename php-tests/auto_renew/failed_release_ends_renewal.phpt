--TEST--
A release that fails on the network ends the renewal all the same, and the key is free soon
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/../support/threads.inc';
// A server that is silent for a while.
$s = TestServer::start();
$lock = new RedisLock('k', ttl: 2, autoRenew: true, connection: $s->dsn('timeout=0.2&connect_timeout=0.2'));
$lock->acquire();
wait_for_renewals($s) ?: exit('no renewal');
$s->freeze();
echo outcome(fn () => $lock->release()), ' ', json_encode([$lock->isHeld(), $lock->remaining()]), ' ', $lock->state()->name, "\n";
$s->thaw();
var_dump(lock_on($s)->acquire(wait: 5), wait_until(fn () => background_threads() === 0, 20), $lock->state());
// A release that never arrives, by a token of the caller's, which nobody cleans up: the ttl frees the key.
$proxy = TestProxy::start($s);
$lock = new RedisLock('given', ttl: 2, autoRenew: true, token: 't', connection: $proxy->dsn('timeout=0.2&connect_timeout=0.2'));
$lock->acquire();
wait_for_renewals($s) ?: exit('no renewal');
$proxy->blackhole();
echo outcome(fn () => $lock->release()), ' ', $s->call('GET', 'given'), "\n";
$proxy->closeClients();
$proxy->resume();
$before = renewals($s);
var_dump($lock->isHeld(), wait_until(fn () => $s->keys() === []), renewals($s) - $before);
--EXPECT--
UncertainException [false,0] Unknown
bool(true)
bool(true)
enum(RedisLock\State::Unknown)
UncertainException t
bool(false)
bool(true)
int(0)
