--TEST--
A server that was flushed, evicted the key or started again empty has lost the lease, and gets nothing back
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$ways = [
    'flushed' => fn (TestServer $s) => $s->call('FLUSHALL'),
    'database flushed' => fn (TestServer $s) => $s->call('FLUSHDB'),
    'databases swapped' => fn (TestServer $s) => $s->call('SWAPDB', 0, 1),
    'evicted' => function (TestServer $s) {
        $s->call('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
        $s->call('CONFIG', 'SET', 'maxmemory', 1);
        wait_until(fn () => $s->call('SET', 'other', 'x') && $s->call('EXISTS', 'k') === 0);
        $s->call('CONFIG', 'SET', 'maxmemory', 0);
    },
    'started again' => fn (TestServer $s) => $s->restart(),
];
foreach ($ways as $name => $way) {
    $servers[$name] = TestServer::start();
    $locks[$name] = lock_on($servers[$name], ttl: 6, autoRenew: true);
}
array_walk($locks, fn ($lock) => $lock->acquire());
array_walk($ways, fn ($way, $name) => $way($servers[$name]));
foreach ($locks as $name => $lock) {
    $seen = wait_until(fn () => !$lock->isHeld());
    echo "$name: ", json_encode($seen), ' ', $lock->state()->name, ', ', cause($lock), ', ', json_encode($lock->renew()), "\n";
}
wait_until(fn () => background_threads() === 0) ?: print("the thread stays\n");
foreach ($servers as $name => $s) {
    echo $s->call('EXISTS', 'k'), ' ', renewals($s), ', ';
}
--EXPECT--
flushed: true Lost, the key expired or was deleted, false
database flushed: true Lost, the key expired or was deleted, false
databases swapped: true Lost, the key expired or was deleted, false
evicted: true Lost, the key expired or was deleted, false
started again: true Lost, the key expired or was deleted, false
0 0, 0 0, 0 0, 0 0, 0 0, 
