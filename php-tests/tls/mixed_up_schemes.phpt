--TEST--
A plain server behind rediss, and a TLS server behind redis, are ConnectionExceptions that name the other scheme
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$s = TlsServer::start();
$wrong = [
    "rediss://127.0.0.1:{$s->plain->port}?connect_timeout=0.4" => 'redis://',
    "redis://127.0.0.1:$s->port?timeout=0.4" => 'rediss://',
    "redis://:hunter2@127.0.0.1:$s->port/2?timeout=0.4" => 'rediss://',
];
foreach ($wrong as $dsn => $right) {
    $error = null;
    timed(0, 0.8, function () use ($dsn, &$error) { $error = caught(fn() => (new RedisLock('k', connection: $dsn))->acquire()); });
    $good = $error instanceof RedisLock\ConnectionException && str_contains($error->getMessage(), $right) && !str_contains($error->getMessage(), 'hunter2');
    echo $good ? "named\n" : get_class($error) . ': ' . $error->getMessage() . "\n";
}
--EXPECT--
named
named
named
