--TEST--
An acquire that got no answer starts no renewal
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$proxy = TestProxy::start($s);
$given = new RedisLock('given', ttl: 1.5, autoRenew: true, token: 't', connection: $proxy->dsn());
$proxy->eatNextReply('SET');
// Nobody cleans up a token of the caller's: its ttl ends on the server, and nothing lengthens it.
echo outcome(fn () => $given->acquire()), ' ', $given->state()->name, ' ', $s->call('GET', 'given'), ' ', background_threads(), "\n";
var_dump($given->isHeld(), wait_until(fn () => $s->keys() === []), renewals($s));
// A token of its own is removed.
$own = new RedisLock('own', ttl: 60, autoRenew: true, connection: $proxy->dsn());
$proxy->eatNextReply('SET');
echo outcome(fn () => $own->acquire()), ' ', $own->state()->name, ' ', json_encode(wait_until(fn () => $s->keys() === [])), ' ', renewals($s), "\n";
// A grant that is taken over by the next acquire is renewed.
$next = new RedisLock('next', ttl: 3, autoRenew: true, token: 't', connection: $proxy->dsn());
$proxy->eatNextReply('SET');
echo outcome(fn () => $next->acquire()), ' ', outcome(fn () => $next->acquire()), ' ', json_encode(wait_for_renewals($s)), "\n";
--EXPECT--
UncertainException Unknown t 0
bool(false)
bool(true)
int(0)
UncertainException Unknown true 0
UncertainException true true
