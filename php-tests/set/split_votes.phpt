--TEST--
Many processes that split the vote get the lock one after another, and never two at once
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(5);
$dir = scratch_dir();
foreach ([3 => 20, 10 => 6, 50 => 1] as $clients => $times) {
    file_put_contents("$dir/count", '0');
    @unlink("$dir/inside");
    $work = function () use ($nodes, $dir, $times) {
        $lock = $nodes->lock(ttl: 30);
        wait_until(fn() => file_exists("$dir/go"));
        for ($i = 0; $i < $times; $i++) {
            if (!$lock->acquire(wait: 60)) {
                return 1;
            }
            if (!mkdir("$dir/inside")) {
                return 2;
            }
            file_put_contents("$dir/count", (int) file_get_contents("$dir/count") + 1);
            rmdir("$dir/inside");
            if (!$lock->isHeld() || !$lock->release()) {
                return 3;
            }
        }
        return 0;
    };
    $children = array_map(fn() => fork_child($work), range(1, $clients));
    touch("$dir/go");
    $ends = array_map(fn($child) => wait_child($child, 90), $children);
    unlink("$dir/go");
    echo $clients, ': ', implode(' ', array_unique($ends)), ', ', (int) file_get_contents("$dir/count") === $clients * $times ? 'all' : 'not all', "\n";
}
var_dump(wait_until(fn() => $nodes->call('DBSIZE') === [0, 0, 0, 0, 0]));
--EXPECT--
3: 0, all
10: 0, all
50: 0, all
bool(true)
