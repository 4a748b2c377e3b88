--TEST--
A frozen server ends the handshake at the connect timeout, and a request at its timeout
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$s = TlsServer::start();
$query = 'connect_timeout=0.4&timeout=0.3';
$held = $s->lock('held', $query);
$held->acquire();
$s->plain->freeze();
echo timed(0.4, 0.4, fn() => $s->lock('k', "$query&client_name=new")->acquire()), "\n";
echo timed(0.4, 0.4, fn() => (new RedisLock('k', connection: $s->dsn($query, ':hunter2', '/3')))->acquire()), "\n";
echo timed(1.0, 1.7, fn() => $s->lock('k', "$query&client_name=new")->acquire(wait: 1)), "\n";
echo timed(0.3, 0.4, fn() => $held->release()), "\n";
$s->plain->thaw();
// What was written behind the unanswered release is its own business: the key goes.
var_dump(wait_until(fn() => $s->plain->keys() === []));
echo outcome(fn() => $held->acquire()), "\n";
--EXPECT--
ConnectionException
ConnectionException
ConnectionException
UncertainException
bool(true)
true
