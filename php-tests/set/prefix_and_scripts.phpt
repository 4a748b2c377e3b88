--TEST--
Every node gets the same prefixed key, and one that forgot the scripts is told them again
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'prefix=app:');
$lock = $nodes->lock(ttl: 60);
$keys = function () use ($nodes) {
    $names = array_values(array_unique(array_merge(...$nodes->call('KEYS', '*'))));
    return implode(' ', $names) . ' on ' . $nodes->with('app:k');
};
var_dump($lock->acquire(), $keys(), $lock->renew(), $nodes->lock()->acquire(), $lock->holder()->token() === $lock->token(), $keys());
var_dump($lock->key(), RedisLock::forceRelease('k', $nodes->dsns()), $lock->withLock(fn() => $keys()), $keys());

foreach ([[1], [0, 2], [0, 1, 2]] as $which) {
    $flush = function () use ($nodes, $which) {
        foreach ($which as $index) {
            $nodes->servers[$index]->call('SCRIPT', 'FLUSH');
        }
    };
    $lock->acquire();
    $flush();
    $nodes->call('PEXPIRE', 'app:k', 30_000);
    $renewed = $lock->renew();
    $longer = array_filter($nodes->call('PTTL', 'app:k'), fn($left) => $left > 50_000);
    $flush();
    echo json_encode([$renewed, count($longer), $lock->release()]), ' ', $nodes->with('app:k'), "\n";
}
--EXPECT--
bool(true)
string(12) "app:k on 012"
bool(true)
bool(false)
bool(true)
string(12) "app:k on 012"
string(1) "k"
bool(true)
string(12) "app:k on 012"
string(4) " on "
[true,3,true] 
[true,3,true] 
[true,3,true] 
