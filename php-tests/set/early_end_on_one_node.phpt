--TEST--
Where a node ends a lease too early and the network is parted two believe in it: the resource refuses the older number, and the older lease is lost as soon as its owner asks
--EXTENSIONS--
redis_lock
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';
require __DIR__ . '/../support/guarded.inc';
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(5, 'timeout=0.5');
$orders = new GuardedOrders();
// One reaches the first three, the other the last three.
$parted = [3 => TestProxy::start($nodes->servers[3]), 4 => TestProxy::start($nodes->servers[4])];
$cut = [0 => TestProxy::start($nodes->servers[0]), 1 => TestProxy::start($nodes->servers[1])];
$through = fn(array $proxies) => array_map(fn(TestProxy $proxy) => $proxy->dsn('timeout=0.5'), $proxies) + $nodes->dsns();
$lock = function (array $proxies) use ($through): RedisLock {
    $dsns = $through($proxies);
    ksort($dsns);
    return new RedisLock('{k}', ttl: 60, fencing: true, connection: $dsns);
};
array_map(fn(TestProxy $proxy) => $proxy->blackhole(), [...$parted, ...$cut]);

$first = $lock($parted);
echo outcome(fn() => $first->acquire()), ' ', $nodes->with('{k}', $first->token()), ' ', $orders->write('begun', $first->fence()), "\n";
// What a clock that jumps ahead does.
$nodes->servers[2]->call('PEXPIRE', '{k}', 1);
wait_until(fn() => $nodes->with('{k}') === '01');
$second = $lock($cut);
echo outcome(fn() => $second->acquire()), ' ', $nodes->with('{k}', $second->token()), ' ', json_encode([$first->isHeld(), $second->isHeld()]), "\n";
echo json_encode($second->fence() > $first->fence()), ' ', $orders->write('done', $second->fence()), ' ', $orders->write('late', $first->fence()), ' ', $orders->state(), "\n";
// Those that nobody reaches could have it.
echo outcome(fn() => $first->renew()), ' ', $first->state()->name, "\n";

array_map(fn(TestProxy $proxy) => $proxy->resume(), [...$parted, ...$cut]);
Nodes::forgive();
echo outcome(fn() => $first->renew()), ' ', $first->state()->name, ' ', outcome(fn() => $first->assertHeld()), "\n";
echo outcome(fn() => $second->renew()), ' ', json_encode(wait_until(function () use ($nodes, $second) {
    return $second->renew() && $nodes->with('{k}', $second->token()) === '01234';
})), "\n";
--EXPECT--
true 012 1
true 234 [true,true]
true 1 0 done
QuorumException Unknown
false Lost LostException
true true
