--TEST--
A new object reads a file that changed; one that went away does no harm to what was read
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$authority = new TestAuthority();
$s = TlsServer::start(authority: $authority);
$ca = scratch_dir() . '/ca.pem';
copy((new TestAuthority())->file, $ca);
$dsn = $s->dsn("tls_ca=$ca&client_name=app");
$lock = new RedisLock('k', connection: $dsn);
echo outcome(fn() => $lock->acquire()), ' ';
copy($authority->file, $ca);
echo outcome(fn() => $lock->acquire()), ' ';
$lock = new RedisLock('k', connection: $dsn);
echo outcome(fn() => $lock->acquire()), "\n";
unlink($ca);
$again = new RedisLock('k', connection: $dsn);
file_put_contents($ca, 'half a certificate');
$third = new RedisLock('k', connection: $dsn);
// New connections are made with what was read.
$s->plain->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
echo outcome(fn() => $lock->release()), ' ', outcome(fn() => $again->acquire()), ' ', outcome(fn() => $third->holder()->token() === $again->token()), "\n";
--EXPECT--
ConnectionException ConnectionException true
true true true
