--TEST--
A lease lives on by its renewals over TLS
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$s = TlsServer::start('yes');
$ours = $s->authority->issue('DNS:client.test');
$lock = $s->lock('k', "tls_cert={$ours['cert']}&tls_key={$ours['key']}", ttl: 3, autoRenew: true);
var_dump($lock->acquire());
$renewals = $s->plain->calls('pexpire');
var_dump(wait_until(fn() => $s->plain->calls('pexpire') >= $renewals + 2), $lock->isHeld(), $s->plain->call('GET', 'k') === $lock->token());
// Its connection is killed: the next renewal goes over another.
$s->plain->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
$renewals = $s->plain->calls('pexpire');
var_dump(wait_until(fn() => $s->plain->calls('pexpire') >= $renewals + 2), $lock->isHeld(), $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
