--TEST--
A server that is not the one to be trusted is a ConnectionException that says what to do
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$authority = new TestAuthority();
$other = new TestAuthority();
$good = TlsServer::start(authority: $authority);
$end = time() + 1;
$expired = TlsServer::start(authority: $authority, shown: $authority->issue(days: 0));
$elsewhere = TlsServer::start(authority: $authority, shown: $authority->issue('DNS:elsewhere.test'));
function told(string $dsn, string $expected): void
{
    $error = caught(fn() => (new RedisLock('k', connection: $dsn))->acquire());
    $message = $error->getMessage();
    echo get_class($error), str_contains($message, $expected) && !str_contains($message, 'hunter2') ? "\n" : ": $message\n";
}
told($good->dsn("tls_ca={$other->file}"), 'tls_ca');
told("rediss://:hunter2@127.0.0.1:$good->port", 'tls_ca');
told($good->dsn('tls_ca=system', ':hunter2'), 'tls_ca');
wait_until(fn() => time() > $end + 1);
told($expired->dsn(), 'expired');
told($elsewhere->dsn(userinfo: ':hunter2'), 'tls_name');
told($good->dsn('tls_name=elsewhere.test'), 'tls_name');
told($elsewhere->dsn("tls_ca={$other->file}&tls_name=elsewhere.test"), 'tls_ca');
foreach ([$elsewhere->dsn('tls_name=elsewhere.test'), $good->dsn('tls_name=lock.test'), $good->dsn()] as $dsn) {
    echo outcome(fn() => (new RedisLock('k', connection: $dsn))->acquire()), "\n";
}
--EXPECT--
RedisLock\ConnectionException
RedisLock\ConnectionException
RedisLock\ConnectionException
RedisLock\ConnectionException
RedisLock\ConnectionException
RedisLock\ConnectionException
RedisLock\ConnectionException
true
true
true
