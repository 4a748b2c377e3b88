--TEST--
A server that refuses renewals for a while ends no lease before its time, and renews it afterwards
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$set = fn (string $name, $value) => fn (TestServer $s) => $s->call('CONFIG', 'SET', $name, $value);
$refusals = [
    'READONLY' => [fn ($s) => $s->call('REPLICAOF', '127.0.0.1', 1), fn ($s) => $s->call('REPLICAOF', 'NO', 'ONE')],
    'NOREPLICAS' => [$set('min-replicas-to-write', 1), $set('min-replicas-to-write', 0)],
    'NOPERM' => [fn ($s) => $s->call('ACL', 'SETUSER', 'default', '-pexpire'), fn ($s) => $s->call('ACL', 'SETUSER', 'default', '+pexpire')],
    'NOPERM for scripts' => [fn ($s) => $s->call('ACL', 'SETUSER', 'default', '-@scripting'), fn ($s) => $s->call('ACL', 'SETUSER', 'default', '+@scripting')],
];
foreach ($refusals as $name => $_) {
    $servers[$name] = TestServer::start();
    $locks[$name] = lock_on($servers[$name], ttl: 6, autoRenew: true);
    $short[$name] = lock_on($servers[$name], 'short', ttl: 3, autoRenew: true);
}
foreach ($refusals as $name => [$refuse]) {
    $locks[$name]->acquire();
    $short[$name]->acquire();
    $refuse($servers[$name]);
}
foreach ($refusals as $name => [, $allow]) {
    echo $name, ': ', json_encode([
        wait_until(fn () => !$short[$name]->isHeld()), $short[$name]->state(), cause($short[$name]), $locks[$name]->isHeld(),
    ]), "\n";
    $allow($servers[$name]);
}
foreach ($locks as $name => $lock) {
    var_dump(wait_until(fn () => $lock->remaining() > 4) && $lock->release());
}
--EXPECT--
READONLY: [true,"lost","the lease expired, its renewals were refused",true]
NOREPLICAS: [true,"lost","the lease expired, its renewals were refused",true]
NOPERM: [true,"lost","the lease expired, its renewals were refused",true]
NOPERM for scripts: [true,"lost","the lease expired, its renewals were refused",true]
bool(true)
bool(true)
bool(true)
bool(true)
