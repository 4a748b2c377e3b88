--TEST--
QuorumException tells each node's outcome and detail, in their order, and no secret
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(5, 'timeout=0.3');
[$granted, $held, $refused, $stopped, $frozen] = $nodes->servers;
$other = lock_on($held, ttl: 60);
$other->acquire();
$refused->call('CONFIG', 'SET', 'requirepass', 'hunter2');
$dsns = $nodes->dsns();
$dsns[2] = "redis+unix://:hunter3@$refused->socket";
$lock = new RedisLock('k', ttl: 4, connection: $dsns);
$stopped->stop();
$frozen->freeze();
$error = caught(fn() => $lock->acquire());
echo get_class($error), ' ', get_parent_class($error), "\n";
foreach ($error->getNodes() as $index => $node) {
    $place = "unix:{$nodes->servers[$index]->socket}";
    echo implode(' ', array_keys($node)), ' ', $node['node'] === $place ? 'its place' : $node['node'], ' ', $node['outcome'], ': ', $node['detail'], "\n";
}
// All of that is in the message, with the source.
$message = $error->getMessage();
foreach ($error->getNodes() as $node) {
    $told = str_contains($message, "{$node['node']} {$node['outcome']}") && str_contains($message, $node['detail']);
    echo $told ? '.' : "not told: {$node['node']}\n";
}
var_dump(str_contains($message, '"k"'), str_contains($message, 'from $connection'), str_contains($message, '1 of 5 nodes, 3 needed'));
$all = print_r($error, true) . $error;
var_dump(str_contains($all, 'hunter'), str_contains($all, $other->token()), str_contains($error->getNodes()[1]['detail'], gethostname() . ':'));
// One made by hand has none.
var_dump((new RedisLock\QuorumException('x'))->getNodes());
--EXPECTF--
RedisLock\QuorumException RedisLock\UnavailableException
node outcome detail its place granted: 
node outcome detail its place held: %s
node outcome detail its place refused: WRONGPASS %s
node outcome detail its place unreachable: cannot connect: %s
node outcome detail its place uncertain: no answer%S
.....bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
array(0) {
}
