--TEST--
Without an answer a lease is Unknown and held while its validity lasts, then lost; an answer in time keeps it
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$dsn = $s->dsn('timeout=0.2&connect_timeout=0.2');
$long = new RedisLock('long', ttl: 5, autoRenew: true, connection: $dsn);
$short = insist(new RedisLock('short', ttl: 0.6, autoRenew: true, connection: $dsn));
var_dump($long->acquire(), $long->state());
$s->freeze();
var_dump(wait_until(fn () => $long->state() === RedisLock\State::Unknown), $long->isHeld(), $long->remaining() > 0, $long->remaining() < 4.5);
var_dump(wait_until(fn () => !$short->isHeld()), $short->state(), $short->remaining(), cause($short));
$s->thaw();
var_dump(wait_until(fn () => $long->state() === RedisLock\State::Held), $long->isHeld(), $long->remaining() > 3);
var_dump($short->state(), $short->renew(), $s->keys(), $long->release());
--EXPECT--
bool(true)
enum(RedisLock\State::Held)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Lost)
float(0)
string(45) "the lease expired, its renewals got no answer"
bool(true)
bool(true)
bool(true)
enum(RedisLock\State::Lost)
bool(false)
array(1) {
  [0]=>
  string(4) "long"
}
bool(true)
