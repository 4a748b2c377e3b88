--TEST--
A parent that ends first frees its renewed lease at once; the child left behind may take it over
--EXTENSIONS--
redis_lock
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$report = scratch_dir() . '/report';
echo wait_child(fork_child(function () use ($s, $report) {
    $lock = lock_on($s, ttl: 60, autoRenew: true);
    $lock->acquire();
    $parent = getmypid();
    if (pcntl_fork() > 0) {
        return 6;
    }
    $orphan = wait_until(fn () => posix_getppid() !== $parent);
    $facts = [$orphan, $lock->isHeld(), $lock->token(), $lock->acquire(wait: 5), $lock->isHeld()];
    file_put_contents("$report.new", json_encode($facts));
    rename("$report.new", $report);
    return 0;
})), "\n";
wait_until(fn () => file_exists($report));
echo file_get_contents($report), "\n";
var_dump(wait_until(fn () => $s->keys() === []));
--EXPECT--
6
[true,false,null,true,true]
bool(true)
