--TEST--
A caller that exits or dies frees its lease on every node, a killed one at the end of its ttl
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$env = ['DSNS' => implode(' ', $nodes->dsns()), 'PID' => (string) $nodes->servers[0]->pid()];
$start = '$lock = new RedisLock("k", ttl: %s, connection: getenv("DSNS")); $lock->acquire() || exit(9); ';
foreach (['exit(3);', 'undefined_function();', 'ini_set("memory_limit", "4M"); str_repeat("x", 1 << 26);', '$lock->withLock(fn() => exit(4));'] as $end) {
    $run = run_php(sprintf($start, 60) . $end, ['display_errors' => '0'], $env);
    echo $run['status'], ' ', json_encode($nodes->with()), "\n";
}
$killed = run_php(sprintf($start, 2) . 'exec("kill -9 " . getmypid());', [], $env);
echo $killed['status'], ' ', $nodes->with(), ' ', json_encode($nodes->lock(ttl: 60)->acquire(wait: 10)), "\n";
$nodes->call('FLUSHALL');
// A handler ends the script out of a wait: what the last try had set is gone.
$nodes->servers[1]->call('SET', 'k', 'other');
$nodes->servers[2]->call('SET', 'k', 'other');
$run = run_php('
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn() => exit(5));
    pcntl_alarm(1);
    (new RedisLock("k", ttl: 60, connection: getenv("DSNS")))->acquire(wait: 20);', [], $env);
var_dump($run['status'], wait_until(fn() => $nodes->with() === '12', 3));
--EXPECT--
3 ""
255 ""
255 ""
4 ""
-9 012 true
int(5)
bool(true)
