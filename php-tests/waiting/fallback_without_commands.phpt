--TEST--
Behind a server or proxy that does not know BLPOP or scripts a waiter polls
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
foreach ([['BLPOP'], ['EVAL', 'EVALSHA'], ['BLPOP', 'EVAL', 'EVALSHA']] as $unknown) {
    $s = TestServer::start(...array_merge(...array_map(fn ($name) => ['--rename-command', $name, ''], $unknown)));
    $s->call('SET', 'k', 'rival', 'PX', 60000);
    $monitor = $s->monitor();
    $child = fork_child(function () use ($s, $monitor) {
        $lock = lock_on($s, ttl: 0.5);
        echo timed(0.3, 0.3, fn () => $lock->acquire(wait: 0.3)), ' ', left($s), ' ';
        $monitor->commands();
        echo timed(0.3, 0.3, fn () => $lock->acquire(wait: 0.3)), ' ';
        echo count(preg_grep('/^(BLPOP|EVAL|EVALSHA) /', $monitor->commands())), ' ';
        $s->call('SET', 'ready', 1);
        echo outcome(fn () => $lock->acquire(wait: 20)), ' ';
        $lock->detach();
    });
    wait_until(fn () => $s->call('DEL', 'ready') === 1);
    $s->call('DEL', 'k');
    echo wait_child($child), ' ', json_encode(wait_until(fn () => $s->call('EXISTS', 'k') === 0)), ' ', left($s), "\n";
}
--EXPECT--
false k false 0 true 0 true nothing
false k false 0 true 0 true nothing
false k false 0 true 0 true nothing
