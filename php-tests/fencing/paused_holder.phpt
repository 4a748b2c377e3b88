--TEST--
A process that is stopped between its last look and its write comes too late: the resource refuses its number, and it learns of its loss
--EXTENSIONS--
redis_lock
pcntl
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../support/guarded.inc';
require __DIR__ . '/../set/nodes.inc';

foreach ([1, 3] as $count) {
    $nodes = Nodes::start($count);
    $orders = new GuardedOrders();
    $dir = scratch_dir();
    $holder = fork_child(function () use ($nodes, $orders, $dir) {
        $lock = $nodes->lock(ttl: 1.5, fencing: true);
        if (!$lock->acquire() || $orders->write('begun', $lock->fence()) !== 1) {
            return 1;
        }
        $lock->assertHeld();
        touch("$dir/checked");
        wait_until(function () use ($dir) { clearstatcache(); return file_exists("$dir/go"); });
        // Whoever checked a moment ago believes that it may write.
        $changed = $orders->write('late', $lock->fence());
        $told = outcome(fn() => $lock->assertHeld()) . ' ' . outcome(fn() => $lock->renew()) . ' ' . $lock->state()->name;
        file_put_contents("$dir/told", "$changed $told");
        return 0;
    });
    wait_until(fn() => file_exists("$dir/checked"));
    send_signal($holder, SIGSTOP);
    wait_until(fn() => process_state($holder) === 'T');
    echo json_encode(wait_until(fn() => $nodes->with() === '')), ' ';
    $next = $nodes->lock(ttl: 60, fencing: true);
    echo outcome(fn() => $next->acquire()), ' ', $orders->write('done', $next->fence()), ' ';
    touch("$dir/go");
    send_signal($holder, SIGCONT);
    echo wait_child($holder), ' ', file_get_contents("$dir/told"), ' ', $orders->state(), ' ';
    echo json_encode([$next->isHeld(), $next->renew(), $next->release()]), "\n";
    array_map('unlink', ["$dir/checked", "$dir/go", "$dir/told", $orders->file]);
}
--EXPECT--
true true 1 0 0 LostException false Lost done [true,true,true]
true true 1 0 0 LostException false Lost done [true,true,true]
