--TEST--
A new object on a set reads a file that changed, however the nodes are written
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$authority = new TestAuthority();
$servers = array_map(fn() => TlsServer::start(authority: $authority), [1, 2, 3]);
$ca = scratch_dir() . '/ca.pem';
$dsns = array_map(fn($s) => $s->dsn("tls_ca=$ca"), $servers);
foreach (['text', 'REDIS_LOCK_DSN', 'list'] as $place) {
    copy((new TestAuthority())->file, $ca);
    putenv('REDIS_LOCK_DSN' . ($place === 'REDIS_LOCK_DSN' ? '=' . implode(' ', $dsns) : ''));
    $connection = ['text' => implode(' ', $dsns), 'REDIS_LOCK_DSN' => null, 'list' => $dsns][$place];
    $lock = fn() => new RedisLock('k', connection: $connection);
    echo outcome(fn() => $lock()->acquire()), ' ';
    copy($authority->file, $ca);
    echo outcome(fn() => $lock()->acquire()), "\n";
}
--EXPECT--
QuorumException true
QuorumException true
QuorumException true
