--TEST--
A set serves while a majority of its nodes does, whatever ails the rest
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$troubles = [
    'stopped' => [fn($nodes) => $nodes->stop(0), fn($nodes) => $nodes->dsns()],
    'frozen' => [fn($nodes) => $nodes->freeze(0), fn($nodes) => $nodes->dsns()],
    'unknown name' => [fn() => null, fn($nodes) => ['redis://name.invalid'] + $nodes->dsns()],
    'refuses' => [fn($nodes) => $nodes->servers[0]->call('CONFIG', 'SET', 'maxmemory', 1), fn($nodes) => $nodes->dsns()],
];
foreach ($troubles as $name => [$begin, $dsns]) {
    $nodes = Nodes::start(3);
    $begin($nodes);
    $lock = new RedisLock('k', ttl: 30, connection: $dsns($nodes));
    $other = new RedisLock('k', ttl: 30, connection: $dsns($nodes));
    echo "$name: ", timed(0, 1, fn() => $lock->acquire()), ' ', json_encode($lock->isHeld()), ' ', json_encode($lock->remaining() <= 29.698), ' ',
        outcome(fn() => $other->acquire()), ' ', outcome(fn() => $lock->renew(40)), ' ', outcome(fn() => $lock->withLock(fn() => 'v')), ' ',
        outcome(fn() => $other->holder()->token() === $lock->token()), ' ', outcome(fn() => $lock->release()), ' ', outcome(fn() => $other->acquire()), "\n";
    unset($lock, $other);
}
--EXPECT--
stopped: true true true false true "v" true true true
frozen: true true true false true "v" true true true
unknown name: true true true false true "v" true true true
refuses: true true true false true "v" true true true
