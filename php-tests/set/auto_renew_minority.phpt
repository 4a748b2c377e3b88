--TEST--
A lease is renewed in the background while a majority confirms it, and a node that lost it gets it back
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$lock = $nodes->lock(ttl: 1.5, autoRenew: true);
$lock->acquire();
$token = $lock->token();
/** The lease outlives its ttl on the nodes that are named, and is believed all the time. */
$lasts = function (string $on) use ($nodes, $lock, $token): string {
    $end = hrtime(true) + 2e9;
    $held = true;
    while (hrtime(true) < $end) {
        $held = $held && $lock->isHeld();
        usleep(20_000);
    }
    $alive = array_filter(str_split($on), fn($index) => $nodes->servers[$index]->call('GET', 'k') === $token);

    return ($held ? 'held' : 'not held') . ' on ' . implode('', $alive);
};
echo $lasts('012'), "\n";
$nodes->freeze(0);
echo 'frozen: ', $lasts('12'), "\n";
$nodes->thaw();
// It expired there meanwhile.
echo 'thawed: ', json_encode(wait_until(fn() => $nodes->with('k', $token) === '012')), "\n";
$nodes->stop(1);
echo 'stopped: ', $lasts('02'), "\n";
$nodes->servers[1]->restart();
echo 'started empty: ', json_encode(wait_until(fn() => $nodes->with('k', $token) === '012')), "\n";
// So that another may lose it.
$nodes->servers[2]->restart();
echo 'another: ', json_encode(wait_until(fn() => $nodes->with('k', $token) === '012')), ' ', $lasts('012'), "\n";
// Not over what somebody else has there.
$nodes->servers[0]->call('SET', 'k', 'other');
echo 'taken on one: ', $lasts('012'), ' ', $nodes->with('k', 'other'), "\n";
var_dump($lock->release(), $nodes->with());
$monitor = $nodes->servers[1]->monitor();
usleep(1_000_000);
// Nothing is renewed or repaired after it.
var_dump(count(preg_grep('/^(SET|EVAL)/', $monitor->commands())), $nodes->with());
--EXPECT--
held on 012
frozen: held on 12
thawed: true
stopped: held on 02
started empty: true
another: true held on 012
taken on one: held on 12 0
bool(true)
string(1) "0"
int(0)
string(1) "0"
