--TEST--
With restart_guard a server has no vote until every lease that it may have forgotten is over
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(5, 'timeout=1&restart_guard=4');
$first = $nodes->lock(ttl: 4);
echo outcomes(fn() => $first->acquire()), "\n";
$up = fn(TestServer $server) => (int) explode('uptime_in_seconds:', $server->call('INFO', 'server'))[1];
wait_until(fn() => min(array_map($up, $nodes->servers)) > 6, 20);
var_dump($first->acquire(wait: 15));
// It is held by the first three only, and one of them forgets it at once.
$nodes->servers[3]->call('DEL', 'k');
$nodes->servers[4]->call('DEL', 'k');
$nodes->servers[2]->restart();
$second = $nodes->lock(ttl: 4);
$error = caught(fn() => $second->acquire());
echo implode(' ', array_column($error->getNodes(), 'outcome')), ' ', substr($error->getNodes()[2]['detail'], 0, 9), "\n";
// It takes none, and gives none back: what it had set is gone.
var_dump($nodes->with());
// A ttl that the guard does not cover.
foreach ([fn() => $nodes->lock(ttl: 4.1), fn() => $first->renew(5)] as $call) {
    echo get_class(caught(fn() => ($lock = $call()) instanceof RedisLock ? $lock->acquire() : $lock)), "\n";
}
--EXPECT--
refused refused refused refused refused
bool(true)
held held refused granted granted RESTARTED
string(2) "01"
ValueError
ValueError
