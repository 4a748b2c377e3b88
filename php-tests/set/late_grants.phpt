--TEST--
What a frozen node grants late goes within seconds, whether the try failed or the lease was released
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

foreach (['new to the scripts' => false, 'knows the scripts' => true] as $name => $known) {
    foreach (['before the try' => true, 'before the release' => false] as $when => $early) {
        foreach (['a minority' => [0], 'a majority' => [2, 0]] as $who => $frozen) {
            $nodes = Nodes::start(3, 'timeout=0.3');
            $lock = $nodes->lock(ttl: 60);
            $known && $lock->acquire() && $lock->release();
            $early || $lock->acquire();
            $nodes->freeze(...$frozen);
            $early && outcome(fn() => $lock->acquire());
            outcome(fn() => $lock->release());
            $nodes->thaw();
            echo wait_until(fn() => $nodes->with() === '', 7) ? '.' : "$name, frozen $when, $who: left on {$nodes->with()}\n";
        }
    }
}
// A process that ends at once leaves nothing either.
$nodes = Nodes::start(3, 'timeout=0.3');
$nodes->freeze(1);
run_php('$lock = new RedisLock("k", ttl: 60, connection: getenv("DSNS")); $lock->acquire(); $lock->release();', [], ['DSNS' => implode(' ', $nodes->dsns())]);
$nodes->thaw();
var_dump(wait_until(fn() => $nodes->with() === '', 7));
--EXPECT--
........bool(true)
