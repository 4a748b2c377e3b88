--TEST--
Objects that go while a majority is frozen take a bounded time together, and their keys go when it is back
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$locks = [];
for ($i = 0; $i < 20; $i++) {
    ($locks[] = $nodes->lock("k$i", ttl: 60))->acquire();
}
$nodes->freeze(0, 1);
echo timed(0, 2, function () use (&$locks) { $locks = []; }), "\n";
$nodes->thaw();
var_dump(wait_until(fn() => $nodes->call('DBSIZE') === [0, 0, 0]));
// The same at the end of a script, whatever its exit code and its exceptions.
foreach (['exit(3);', 'throw new Exception("its own");'] as $end) {
    $start = hrtime(true);
    $run = run_php('
        for ($i = 0; $i < 100; $i++) {
            ($locks[] = new RedisLock("k$i", ttl: 60, connection: getenv("DSNS")))->acquire() || exit(9);
        }
        exec("kill -STOP " . getenv("PIDS"));' . $end, ['display_errors' => 'stderr', 'log_errors' => 0, 'html_errors' => 0],
        ['DSNS' => implode(' ', $nodes->dsns()), 'PIDS' => "{$nodes->servers[0]->pid()} {$nodes->servers[2]->pid()}"]);
    $took = (hrtime(true) - $start) / 1e9;
    echo $run['status'], ' ', $run['stdout'], substr_count($run['stderr'], "\n") <= 6 ? '' : $run['stderr'],
        str_contains($run['stderr'], 'its own') ? 'its own' : '', $took < 5 ? '' : " after $took s", "\n";
    $nodes->thaw();
    $nodes->call('FLUSHALL');
}
--EXPECT--
null
bool(true)
3 
255 its own
