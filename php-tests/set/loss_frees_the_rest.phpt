--TEST--
A lease that a majority lost is lost, and what the others still have of it is released
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$ways = [
    'renew' => fn($lock) => $lock->renew(), 'acquire' => fn($lock) => $lock->acquire(), 'release' => fn($lock) => $lock->release(),
    'withLock' => fn($lock) => $lock->withLock(fn() => 'v'),
];
foreach ($ways as $name => $call) {
    foreach (['gone' => ['DEL', 'k'], 'taken' => ['SET', 'k', 'other', 'PX', 60_000]] as $how => $command) {
        $nodes->call('FLUSHALL');
        $lock = $nodes->lock(ttl: 60);
        // A node that is still being connected when the others have decided is asked the next time.
        while ($lock->acquire() && !wait_until(fn() => $nodes->with('k', $lock->token()) === '012', 1)) {
            $lock->release();
        }
        $token = $lock->token();
        $nodes->servers[0]->call(...$command);
        $nodes->servers[2]->call(...$command);
        echo "$name, $how: ", outcome(fn() => $call($lock)), ' ', $lock->state()->name, ' ';
        echo wait_until(fn() => $nodes->with('k', $token) === '', 3) ? 'free' : 'left on ' . $nodes->with('k', $token), ' ', $nodes->with('k', 'other'), "\n";
    }
}
--EXPECT--
renew, gone: false Lost free 
renew, taken: false Lost free 02
acquire, gone: true Held free 
acquire, taken: false Lost free 02
release, gone: false Lost free 
release, taken: false Lost free 02
withLock, gone: "v" Released free 
withLock, taken: ContendedException Lost free 02
