--TEST--
A server that refuses writes gives no number and no lock, and releases what was held
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$troubles = [
    'OOM' => ['maxmemory', '1', '0'],
    'NOREPLICAS' => ['min-replicas-to-write', '1', '0'],
];
foreach ($troubles as $code => [$setting, $on, $off]) {
    $held = lock_on($s, '{held}', ttl: 20, fencing: true);
    $held->acquire();
    $fence = $held->fence();
    $s->call('CONFIG', 'SET', $setting, $on);
    $lock = lock_on($s, fencing: true);
    echo outcome(fn () => $lock->acquire()), ' ', timed(0.3, 1, fn () => $lock->acquire(0.3)), ' ', $lock->state()->name;
    echo ' ', outcome(fn () => $held->renew()), ' ', json_encode($held->fence() === $fence);
    $s->call('CONFIG', 'SET', $setting, $off);
    echo ' ', outcome(fn () => $held->release()), ' ', json_encode($s->keys()), ' ', json_encode($lock->acquire() && $lock->release()), "\n";
    $s->call('FLUSHALL');
}
$primary = TestServer::start();
$s->call('REPLICAOF', '127.0.0.1', $primary->port);
echo outcome(fn () => lock_on($s, fencing: true)->acquire()), "\n";
--EXPECT--
ServerException OOM ServerException OOM Idle true true true ["{held}#rl:f"] true
ServerException NOREPLICAS ServerException NOREPLICAS Idle ServerException NOREPLICAS true true ["{held}#rl:f"] true
ServerException READONLY
