--TEST--
A TLS connection that was closed, killed or cut is replaced unnoticed
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/tls.inc';
$s = TlsServer::start();
$lock = $s->lock('k', ttl: 60);
for ($round = 0; $round < 5; $round++) {
    echo outcome(fn() => $lock->acquire()), ' ';
    $s->plain->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    echo outcome(fn() => $lock->release()), ' ';
}
$lock->acquire();
$s->plain->restart();
echo outcome(fn() => $lock->release()), ' ', outcome(fn() => $lock->acquire()), "\n";
--EXPECT--
true true true true true true true true true true false true
