--TEST--
A refusal that stays ends a wait on a set at once where it leaves no majority, and a refusal that passes does not
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=1');
$deny = fn(int ...$which) => array_map(fn($index) => $nodes->servers[$index]->call('ACL', 'SETUSER', 'default', '-set'), $which);
$logins = function () use ($nodes): int {
    $said = implode($nodes->call('INFO', 'commandstats'));
    return preg_match_all('/cmdstat_auth:calls=(\d+)/', $said, $found) ? array_sum($found[1]) : 0;
};

// One of three is no obstacle, two are.
$deny(0);
echo outcome(fn() => $nodes->lock()->acquire(wait: 30)), ' ';
$deny(1);
echo timed(0, 5, fn() => $nodes->lock()->acquire(wait: 30)), ' ', timed(0, 5, fn() => $nodes->lock()->withLock(fn() => 1, wait: 30)), "\n";

// Beside one that refuses for good, an outage of two may pass.
$nodes->servers[1]->call('ACL', 'SETUSER', 'default', '+set');
$lock = $nodes->lock(ttl: 60);
foreach ([1, 2] as $index) {
    $nodes->servers[$index]->call('CONFIG', 'SET', 'maxmemory', 1);
}
$child = fork_child(function () use ($nodes) {
    usleep(300_000);
    array_map(fn($index) => $nodes->servers[$index]->call('CONFIG', 'SET', 'maxmemory', 0), [1, 2]);
});
echo outcome(fn() => $lock->acquire(wait: 30)), ' ', outcome(fn() => $lock->release()), "\n";
wait_child($child);

// A wrong password is not offered again and again.
$wrong = array_map(fn($server) => "redis+unix://:wrong@$server->socket", $nodes->servers);
$none = array_map(fn($dsn) => "$dsn&client_name=another", $nodes->dsns());
$nodes->call('CONFIG', 'SET', 'requirepass', 'right');
$nodes->call('AUTH', 'right');
$nodes->call('CONFIG', 'RESETSTAT');
echo timed(0, 5, fn() => (new RedisLock('k', connection: $wrong))->acquire(wait: 30)), ' ';
echo json_encode($logins() <= 6), ' ', timed(0, 5, fn() => (new RedisLock('k', connection: $none))->acquire(wait: 30)), "\n";
--EXPECT--
true QuorumException QuorumException
true true
QuorumException true QuorumException
