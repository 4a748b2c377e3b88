--TEST--
A child renews nothing that its parent held: with the parent gone the lease ends with its ttl
--EXTENSIONS--
redis_lock
pcntl
posix
--FILE--
<?php
require __DIR__ . '/renewed.inc';
$s = TestServer::start();
$report = scratch_dir() . '/report';
$parent = fork_child(function () use ($s, $report) {
    $lock = lock_on($s, ttl: 1, autoRenew: true, autoRelease: false, abortOnLoss: true);
    $lock->acquire();
    $parent = getmypid();
    if (pcntl_fork() > 0) {
        // Beside its child.
        renewed($lock);
        send_signal(getmypid(), SIGKILL);
        wait_until(fn () => false);
    }
    $orphan = wait_until(fn () => posix_getppid() !== $parent);
    $started = count(glob('/proc/self/task/*'));
    $gone = wait_until(fn () => $s->keys() === []);
    $facts = [$orphan, $started, $gone, $lock->isHeld(), $lock->token(), $lock->state()->name];
    // With a lease of its own renewed the thread still knows nothing of the other.
    array_push($facts, $lock->acquire(), $lock->isHeld(), $lock->release());
    file_put_contents("$report.new", json_encode($facts));
    rename("$report.new", $report);
    return 0;
});
echo wait_child($parent), "\n";
wait_until(fn () => file_exists($report));
echo file_get_contents($report), "\n";
var_dump($s->keys());
--EXPECT--
-9
[true,1,true,false,null,"Idle",true,true,true]
array(0) {
}
