--TEST--
A majority's answers that are read after the ttl are no lease
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3, 'timeout=5');
$dir = scratch_dir();
for ($try = 0; $try < 10 && ($end ?? 9) === 9; $try++) {
    $nodes->call('FLUSHALL');
    @unlink("$dir/go");
    $child = fork_child(function () use ($nodes, $dir) {
        $lock = $nodes->lock(ttl: 4);
        $lock->acquire() && $lock->release();
        touch("$dir/go");
        usleep(300_000);
        // Two hundred milliseconds for each node: it is stopped in the midst of them.
        $outcome = outcome(fn() => $lock->acquire());
        if ($lock->isHeld()) {
            return 1;
        }
        file_put_contents("$dir/outcome", "$outcome {$lock->state()->name}");
        return 0;
    });
    wait_until(fn() => file_exists("$dir/go"));
    usleep(100_000);
    $nodes->freeze(0, 1, 2);
    usleep(280_000);
    send_signal($child, SIGSTOP);
    wait_until(fn() => process_state($child) === 'T');
    $nodes->thaw();
    // Not asked yet, or given up already: once more.
    if (!wait_until(fn() => $nodes->with() === '012', 0.5)) {
        send_signal($child, SIGKILL);
        pcntl_waitpid($child, $status);
        $end = 9;
        continue;
    }
    wait_until(fn() => $nodes->with() === '', 6);
    $other = $nodes->lock(ttl: 60);
    var_dump($other->acquire());
    send_signal($child, SIGCONT);
    $end = wait_child($child);
    var_dump($end, $other->renew(), $nodes->with('k', $other->token()));
    echo file_get_contents("$dir/outcome"), "\n";
}
--EXPECTREGEX--
bool\(true\)
int\(0\)
bool\(true\)
string\(3\) "012"
(Unavailable|Quorum)Exception \w+
