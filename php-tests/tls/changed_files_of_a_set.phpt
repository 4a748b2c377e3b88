--TEST--
A new object on a set reads a file that changed, also where a text outside the code names the nodes
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$authority = new TestAuthority();
$servers = array_map(fn() => TlsServer::start(authority: $authority), [1, 2, 3]);
$ca = scratch_dir() . '/ca.pem';
$dsns = array_map(fn($s) => $s->dsn("tls_ca=$ca"), $servers);
foreach (['redis_lock.dsn', 'REDIS_LOCK_DSN', 'list'] as $place) {
    copy((new TestAuthority())->file, $ca);
    ini_set('redis_lock.dsn', $place === 'redis_lock.dsn' ? implode(' ', $dsns) : '');
    putenv('REDIS_LOCK_DSN' . ($place === 'REDIS_LOCK_DSN' ? '=' . implode(' ', $dsns) : ''));
    $lock = fn() => new RedisLock('k', connection: $place === 'list' ? $dsns : null);
    echo outcome(fn() => $lock()->acquire()), ' ';
    copy($authority->file, $ca);
    echo outcome(fn() => $lock()->acquire()), "\n";
}
--EXPECT--
QuorumException true
QuorumException true
QuorumException true
