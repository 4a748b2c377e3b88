--TEST--
Where every node refuses, a set is an outage and never contention; leases of before are renewed and released as far as the nodes let them
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/refusals.inc';
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$lock = fn(string $key = 'k', mixed ...$more) => $nodes->lock($key, ...$more);
$named = fn(string $code) => implode(' ', array_map(fn($node) => $node['outcome'] . (str_starts_with($node['detail'], "$code ") ? '' : '?'), caught(fn() => $lock()->acquire())->getNodes()));
foreach (refusals() as $code => [$begin, $end]) {
    echo refused($code, $lock, fn() => $nodes->call(...$begin), fn() => $nodes->call(...$end), fn() => $named($code)), "\n";
}

// Every connection is closed, again and again.
$held = $lock('held', ttl: 60);
$held->acquire();
$kill = fn() => $nodes->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
$ends = [];
for ($i = 0; $i < 20; $i++) {
    $kill();
    $ends[outcome(fn() => $lock()->acquire())] = true;
}
$kill();
echo implode(' ', array_keys($ends)), ' ', outcome(fn() => $held->renew()), ' ';
$kill();
echo outcome(fn() => $held->release()), ' ', json_encode($nodes->with('held')), "\n";

// All are gone, and come back empty during a wait.
$nodes->stop(0, 1, 2);
$new = $lock();
echo outcomes(fn() => $new->acquire()), ' ', outcome(fn() => $new->withLock(fn() => print('never'))), ' ', json_encode($new->lastContender()), ' ';
$waiter = fork_child(fn() => $lock('k', ttl: 20, wait: 30)->acquire() ? 7 : 8);
usleep(300_000);
$nodes->servers[0]->restart();
$nodes->servers[2]->restart();
echo wait_child($waiter, 40), "\n";
--EXPECT--
OOM: QuorumException, QuorumException; true true; refused refused refused; true
NOREPLICAS: QuorumException, QuorumException; QuorumException QuorumException; refused refused refused; true
NOPERM: QuorumException, QuorumException; true true; refused refused refused; true
true true true ""
unreachable unreachable unreachable QuorumException null 7
