--TEST--
Nodes that refuse are no votes, and no set ever throws a single server's exception
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=1', '--replica-read-only', 'yes');
$refusals = [
    'OOM' => [['CONFIG', 'SET', 'maxmemory', 1], ['CONFIG', 'SET', 'maxmemory', 0]],
    'NOREPLICAS' => [['CONFIG', 'SET', 'min-replicas-to-write', 1], ['CONFIG', 'SET', 'min-replicas-to-write', 0]],
    'READONLY' => [['REPLICAOF', '127.0.0.1', 1], ['REPLICAOF', 'NO', 'ONE']],
    'NOPERM' => [['ACL', 'SETUSER', 'default', '-set'], ['ACL', 'SETUSER', 'default', '+@all']],
];
foreach ($refusals as $code => [$begin, $end]) {
    $lock = $nodes->lock(ttl: 60);
    $nodes->servers[1]->call(...$begin);
    echo $code, ': ', outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->release());
    $nodes->servers[2]->call(...$begin);
    $error = caught(fn() => $lock->acquire());
    $error = $error instanceof RedisLock\QuorumException ? $error : throw $error;
    echo ' ', implode(' ', array_column($error->getNodes(), 'outcome')), ' ';
    echo str_starts_with($error->getNodes()[1]['detail'], "$code ") ? 'named' : json_encode($error->getNodes()), ' ';
    echo timed($code === 'NOPERM' ? 0 : 0.2, 2, fn() => $lock->acquire(wait: 0.2));
    $nodes->servers[1]->call(...$end);
    $nodes->servers[2]->call(...$end);
    echo ' ', outcome(fn() => $lock->acquire(wait: 5)), ' ', outcome(fn() => $lock->release()), "\n";
}
// Another kind of data is contention, where a majority has it.
$nodes->servers[0]->call('LPUSH', 'k', 'x');
$lock = $nodes->lock(ttl: 60);
echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->release()), "\n";
$nodes->servers[1]->call('LPUSH', 'k', 'x');
echo outcome(fn() => $lock->acquire()), ' ', json_encode($lock->lastContender()->foreign()), ' ', json_encode($nodes->servers[0]->call('LLEN', 'k')), "\n";
--EXPECT--
OOM: true true granted refused refused named QuorumException true true
NOREPLICAS: true true granted refused refused named QuorumException true true
READONLY: true true granted refused refused named QuorumException true true
NOPERM: true true granted refused refused named QuorumException true true
true true
false true 1
