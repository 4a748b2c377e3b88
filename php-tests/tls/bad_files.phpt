--TEST--
A file of certificates that is of no use is a ValueError in the constructor
--EXTENSIONS--
redis_lock
posix
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$authority = new TestAuthority();
$ours = $authority->issue();
$others = $authority->issue();
file_put_contents($garbage = scratch_dir() . '/garbage.pem', "hunter2\n");
file_put_contents($broken = scratch_dir() . '/broken.pem', "-----BEGIN CERTIFICATE-----\naHVudGVyMg==\n-----END CERTIFICATE-----\n");
$dir = scratch_dir();
posix_mkfifo($fifo = "$dir/fifo", 0600);
$mistakes = [
    ["tls_ca=$dir/missing.pem", '"tls_ca"'], ["tls_ca=$garbage", 'no certificate in PEM'], ["tls_ca=$broken", '"tls_ca"'], ["tls_ca=$dir", 'no file'],
    ["tls_ca=$fifo", 'no file'], ["tls_ca={$ours['key']}", 'no certificate in PEM'],
    ["tls_cert={$ours['cert']}", 'needs "tls_key"'], ["tls_key={$ours['key']}", 'needs "tls_cert"'],
    ["tls_cert={$ours['cert']}&tls_key=$dir/missing.key", '"tls_key"'], ["tls_cert=$dir/missing.crt&tls_key={$ours['key']}", '"tls_cert"'],
    ["tls_cert={$ours['cert']}&tls_key=$garbage", 'no key in PEM'], ["tls_cert={$ours['cert']}&tls_key={$others['key']}", 'no key to "tls_cert"'],
    ['tls_name=a%20b', '"tls_name"'], ['tls_insecure=1', 'always verified'], ['verify_peer=0', 'always verified'], ['cafile=x', '"tls_ca"'],
];
foreach ($mistakes as [$query, $answer]) {
    $error = caught(fn() => new RedisLock('k', connection: "rediss://localhost?$query"));
    $message = $error->getMessage();
    $good = $error instanceof ValueError && str_contains($message, $answer) && str_contains($message, '$connection') && !str_contains($message, 'hunter2');
    echo $good ? '.' : "$query: $message\n";
}
foreach (["redis://localhost?tls_ca={$ours['cert']}", 'redis+unix:///r.sock?tls_name=x', 'rediss+unix:///r.sock', 'tls://localhost'] as $dsn) {
    $error = caught(fn() => new RedisLock('k', connection: $dsn));
    echo $error instanceof ValueError && preg_match('/"redis(s|\+unix)"/', $error->getMessage()) ? '.' : "$dsn: {$error->getMessage()}\n";
}
echo "\n";
// Good ones, and empty ones as a template leaves them.
foreach (["tls_ca={$ours['cert']}", 'tls_ca=system', 'tls_ca=&tls_cert=&tls_key=&tls_name=', "tls_cert={$ours['cert']}&tls_key={$ours['key']}", 'tls_name=a.test'] as $query) {
    new RedisLock('k', connection: "RedisS://localhost?$query");
}
echo "done\n";
--EXPECT--
....................
done
