--TEST--
When a majority lost the lease it is lost at once, told so, and given back to nobody
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

foreach (['restarted empty' => fn($server) => $server->restart(), 'deleted' => fn($server) => $server->call('DEL', 'k'),
    'taken' => fn($server) => $server->call('SET', 'k', 'other', 'PX', 60_000)] as $name => $do) {
    $nodes = Nodes::start(3);
    $lock = $nodes->lock(ttl: 30, autoRenew: true, abortOnLoss: true);
    // The ttl counts for this grant only: the next renewal comes soon.
    $lock->acquire();
    $lock->renew(3);
    $do($nodes->servers[0]);
    $do($nodes->servers[2]);
    $start = hrtime(true);
    $loss = caught(function () use ($lock) {
        wait_until(fn() => $lock->state() === RedisLock\State::Lost, 10);
        return 'not told';
    });
    // Long before its ttl would have ended it.
    $early = hrtime(true) - $start < 2.9e9;
    echo "$name: ", substr(strrchr(get_class($loss), '\\'), 1), ' ', json_encode([$early, $lock->isHeld(), $lock->renew()]), ' ';
    echo json_encode(wait_until(fn() => $nodes->with() === ($name === 'taken' ? '02' : ''), 5)), "\n";
    unset($loss);
}
// Frozen: believed to the end of what a majority had confirmed, and not a moment longer.
$nodes = Nodes::start(3);
$lock = $nodes->lock(ttl: 1.5, autoRenew: true);
$lock->acquire();
usleep(800_000);
$frozen = hrtime(true);
$nodes->freeze(1, 2);
wait_until(fn() => !$lock->isHeld());
$took = (hrtime(true) - $frozen) / 1e9;
echo $took <= 1.6 ? 'in time' : "after $took s", ' ', $lock->state()->name, "\n";
$nodes->thaw();
var_dump(wait_until(fn() => $nodes->with() === '', 10), $lock->state(), $lock->acquire());
--EXPECT--
restarted empty: LostException [true,false,false] true
deleted: LostException [true,false,false] true
taken: LostException [true,false,false] true
in time Lost
bool(true)
enum(RedisLock\State::Lost)
bool(true)
