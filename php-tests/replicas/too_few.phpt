--TEST--
A grant that too few replicas confirm is given back and told as NOREPLICAS, with one of two replicas frozen or without any
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/replicas.inc';
[$s, $replicas] = primary_with(2);
foreach ([false, true] as $fencing) {
    foreach ([1, 2] as $count) {
        $lock = replicated($s, $count, fencing: $fencing);
        echo outcome(fn () => $lock->acquire()), json_encode($lock->isHeld() && is_int($lock->fence()) === $fencing && $replicas[0]->call('EXISTS', 'k') + $replicas[1]->call('EXISTS', 'k') >= $count), ' ';
        $lock->release();
    }
    $replicas[1]->freeze();
    foreach ([1, 2, 3] as $count) {
        $lock = replicated($s, $count, fencing: $fencing);
        echo timed($count > 1 ? 0.15 : 0, 0.6, fn () => $lock->acquire()), ' ', $lock->state()->name, $s->call('EXISTS', 'k'), ' ';
        $lock->release();
    }
    $replicas[1]->thaw();
    wait_until(fn () => $s->call('WAIT', 2, 100) === 2, 20);
    echo "\n";
}
$e = caught(fn () => replicated($s, 3)->acquire());
echo preg_replace('/.*: NOREPLICAS/', 'NOREPLICAS', $e->getMessage()), "\n";
$alone = TestServer::start();
echo timed(0.15, 0.6, fn () => replicated($alone, 1)->acquire()), ' ', json_encode($alone->keys()), "\n";
foreach ([-1, 65536, 'x'] as $bad) {
    echo outcome(fn () => new RedisLock('k', replicas: $bad)), ' ';
}
--EXPECT--
truetrue truetrue true Held1 ServerException NOREPLICAS Idle0 ServerException NOREPLICAS Idle0 
truetrue truetrue true Held1 ServerException NOREPLICAS Idle0 ServerException NOREPLICAS Idle0 
NOREPLICAS 2 of 3 replicas confirmed the grant in time
ServerException NOREPLICAS []
ValueError ValueError TypeError
