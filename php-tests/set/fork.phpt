--TEST--
A forked child has none of its parent's leases on a set, and connections of its own
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$lock = $nodes->lock(ttl: 60);
$renewed = $nodes->lock('renewed', ttl: 2, autoRenew: true);
$lock->acquire();
$renewed->acquire();
$child = fork_child(function () use ($nodes, $lock) {
    $idle = [$lock->state(), $lock->isHeld(), $lock->token(), $lock->renew(), $lock->release()] === [RedisLock\State::Idle, false, null, false, false];
    $contended = !$lock->acquire();
    $own = $nodes->lock('own', ttl: 60);
    return $idle && $contended && $own->acquire() && $nodes->with('own') === '012' ? 7 : 1;
});
for ($i = 0; $i < 200; $i++) {
    $lock->renew() || print('not renewed ');
}
var_dump(wait_child($child), $lock->isHeld(), $renewed->isHeld(), $nodes->with('own'), $nodes->with('k', $lock->token()));
usleep(2_500_000);
var_dump($renewed->isHeld(), $nodes->with('renewed', $renewed->token()), $lock->release(), $renewed->release());
// An answer that is owed at the fork is the parent's.
$nodes->freeze(0);
$lock->acquire();
$child = fork_child(fn() => $nodes->lock('child', ttl: 60)->acquire() ? 7 : 1);
var_dump(wait_child($child));
$nodes->thaw();
var_dump($lock->renew(), $lock->release(), wait_until(fn() => $nodes->call('DBSIZE') === [0, 0, 0], 7));
--EXPECT--
int(7)
bool(true)
bool(true)
string(0) ""
string(3) "012"
bool(true)
string(3) "012"
bool(true)
bool(true)
int(7)
bool(true)
bool(true)
bool(true)
