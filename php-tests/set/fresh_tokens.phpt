--TEST--
Every try at a set has a token of its own, the same on all nodes, and a failed one is taken back before the next
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$nodes->servers[0]->call('SET', 'k', 'other');
$nodes->servers[1]->call('SET', 'k', 'other');
$monitors = array_map(fn($server) => $server->monitor(), $nodes->servers);
$lock = $nodes->lock(ttl: 60, retry: RedisLock\RetryPolicy::fixed(6, 0.01));
var_dump($lock->acquire());
$tries = array_map(function ($monitor) {
    $seen = [];
    foreach ($monitor->commands() as $command) {
        if (preg_match('/^SET k (\S+) /', $command, $m)) {
            $seen[] = $last = $m[1];
        } elseif (preg_match('/^EVAL.* (\S+)$/s', $command, $m) && $seen) {
            $seen[] = 'release of ' . ($m[1] === $last ? 'it' : $m[1]);
        }
    }
    return $seen;
}, $monitors);
// By hash, then by text where the script was new.
$third = array_values(array_filter($tries[2], fn($word, $i) => !$i || $word !== $tries[2][$i - 1], ARRAY_FILTER_USE_BOTH));
var_dump(count(array_unique($tries[0])), $tries[0] === $tries[1], array_values(array_diff($third, ['release of it'])) === $tries[0]);
var_dump(array_keys($third, 'release of it') === [1, 3, 5, 7, 9, 11], $nodes->with());
--EXPECT--
bool(false)
int(6)
bool(true)
bool(true)
bool(true)
string(2) "01"
