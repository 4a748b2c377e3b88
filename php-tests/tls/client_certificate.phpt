--TEST--
A server that wants a certificate of its clients gets it, and says so without
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$s = TlsServer::start('yes');
$ours = $s->authority->issue('DNS:client.test');
$theirs = (new TestAuthority())->issue('DNS:client.test');
$with = fn(array $pair) => "tls_cert={$pair['cert']}&tls_key={$pair['key']}";
$lock = $s->lock(query: $with($ours));
var_dump($lock->acquire(), $lock->release());
foreach (['', $with($theirs), 'client_name=x'] as $query) {
    $error = caught(fn() => $s->lock(query: $query)->acquire());
    echo get_class($error), str_contains($error->getMessage(), 'tls_cert') ? '' : $error->getMessage(), "\n";
    echo outcome(fn() => $s->lock(query: $query)->acquire(wait: 0.3)), "\n";
}
var_dump($s->plain->keys());
$s = TlsServer::start('optional');
var_dump($s->lock()->acquire());
--EXPECT--
bool(true)
bool(true)
RedisLock\ConnectionException
ConnectionException
RedisLock\ConnectionException
ConnectionException
RedisLock\ConnectionException
ConnectionException
array(0) {
}
bool(true)
