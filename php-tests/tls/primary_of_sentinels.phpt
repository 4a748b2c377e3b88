--TEST--
Sentinels and the primary that they name are reached over TLS, and each must prove its own name
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';

// The sentinel's certificate is for "localhost" only, the primary's for the address that the sentinel names.
$authority = new TestAuthority();
$s = TlsServer::start('no', $authority->issue('IP:127.0.0.1'), $authority);
$shown = $authority->issue('DNS:localhost');
$port = TestServer::freePort();
$base = scratch_dir() . '/sentinel';
file_put_contents("$base.conf", "port 0\ntls-port $port\nbind 127.0.0.1\ntls-cert-file {$shown['cert']}\ntls-key-file {$shown['key']}\n"
    . "tls-ca-cert-file $authority->file\ntls-auth-clients no\ntls-replication yes\nsentinel monitor main 127.0.0.1 $s->port 1\n");
$log = ['file', "$base.log", 'a'];
$sentinel = start_program(['redis-server', "$base.conf", '--sentinel'], [['file', '/dev/null', 'r'], $log, $log]);
$listens = fn() => is_resource($socket = @stream_socket_client("tcp://127.0.0.1:$port")) && fclose($socket);
wait_until($listens) ?: throw new RuntimeException('no sentinel: ' . file_get_contents("$base.log"));
$dsn = fn(string $host, string $query = '') => "rediss+sentinel://$host:$port/main?tls_ca=$authority->file$query";

$lock = new RedisLock('k', ttl: 3, autoRenew: true, connection: $dsn('localhost'));
var_dump($lock->acquire());
// The thread that renews goes the same way.
$renewals = $s->plain->calls('pexpire');
var_dump(wait_until(fn() => $s->plain->calls('pexpire') >= $renewals + 2), $lock->isHeld(), $s->plain->call('GET', 'k') === $lock->token());
var_dump($lock->release());
$failed = fn(string $dsn) => caught(fn() => (new RedisLock('k', connection: $dsn))->acquire())->getMessage();
echo preg_match('/127\.0\.0\.1:\d+: .*for another name/', $failed($dsn('127.0.0.1'))), ' ';
echo preg_match('/localhost:\d+ names 127\.0\.0\.1:\d+: .*for another name/', $failed($dsn('localhost', '&tls_name=localhost'))), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
1 1
