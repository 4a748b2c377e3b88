--TEST--
While nodes freeze and thaw in turn processes still exclude each other, and leave nothing behind
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(5, 'timeout=0.5');
$dir = scratch_dir();
$work = function () use ($nodes, $dir) {
    $lock = $nodes->lock(ttl: 60);
    $passes = 0;
    for ($i = 0; !file_exists("$dir/end"); $i++) {
        try {
            if (!$lock->acquire(wait: 30)) {
                return 253;
            }
        } catch (RedisLock\QuorumException) {
            return 252;
        }
        if (!@mkdir("$dir/inside")) {
            return 254;
        }
        usleep(500);
        rmdir("$dir/inside");
        $passes = min($passes + 1, 200);
        try {
            $lock->release();
        } catch (RedisLock\QuorumException) {
            // The answers were too late; a later release, or the clean-up, ends it.
        }
    }
    return $passes;
};
$children = array_map(fn() => fork_child($work), range(1, 4));
for ($i = 0; $i < 20; $i++) {
    $which = [$i % 5, ($i + 2) % 5];
    $nodes->freeze(...$which);
    usleep(120_000);
    $nodes->thaw(...$which);
    usleep(40_000);
}
touch("$dir/end");
$passes = array_map(fn($child) => wait_child($child, 40), $children);
var_dump(max($passes) <= 200 ? 'each alone' : $passes, array_sum($passes) > 20);
var_dump(wait_until(fn() => $nodes->call('DBSIZE') === [0, 0, 0, 0, 0], 15));
--EXPECT--
string(10) "each alone"
bool(true)
bool(true)
