--TEST--
releaseAll frees the leases of a set on every node, and loses half a second at most to nodes that are frozen
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';

$nodes = Nodes::start(3);
$locks = [];
$acquire = function () use ($nodes, &$locks) {
    $locks = [];
    for ($i = 0; $i < 20; $i++) {
        ($locks[] = $nodes->lock("k$i", ttl: 60))->acquire() || print('not acquired');
    }
};
$acquire();
$kept = $nodes->lock('kept', ttl: 60, autoRelease: false);
$kept->acquire();
var_dump(RedisLock::releaseAll(), $nodes->call('KEYS', '*') === [['kept'], ['kept'], ['kept']], $locks[3]->state());
$acquire();
$nodes->freeze(1);
var_dump(timed(0, 0.5, fn() => RedisLock::releaseAll()), $nodes->servers[0]->keys() === ['kept']);
$nodes->thaw();
var_dump(wait_until(fn() => $nodes->call('DBSIZE') === [1, 1, 1]));
Nodes::forgive();
$acquire();
$nodes->freeze(0, 1);
$start = hrtime(true);
$freed = RedisLock::releaseAll();
$took = (hrtime(true) - $start) / 1e9;
echo $took < 1.5 ? 'soon' : "after $took s", "\n";
var_dump($freed, $locks[19]->isHeld(), $locks[19]->state());
$nodes->thaw();
var_dump(wait_until(fn() => $nodes->call('DBSIZE') === [1, 1, 1]));
--EXPECT--
int(20)
bool(true)
enum(RedisLock\State::Released)
string(2) "20"
bool(true)
bool(true)
soon
int(0)
bool(false)
enum(RedisLock\State::Unknown)
bool(true)
