--TEST--
A given token whose release got no answer is never removed behind the caller's back: somebody may use it again
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/proxy.inc';

$server = TestServer::start();
$proxy = TestProxy::start($server);
$make = fn(string $key) => new RedisLock($key, ttl: 60, connection: $proxy->dsn(), token: 'mine');
// The server knows the script from here on: each release below is done, and nobody is told.
$make('first')->withLock(fn() => null);

$released = $make('released');
$released->acquire();
$proxy->eatNextReply('EVAL');
echo outcome(fn() => $released->release()), ' ', $released->state()->name, "\n";

$dropped = $make('dropped');
$dropped->acquire();
$proxy->eatNextReply('EVAL');
unset($dropped);

$swept = $make('swept');
$swept->acquire();
$released->detach();
$proxy->eatNextReply('EVAL');
echo RedisLock::releaseAll(), ' ', $swept->state()->name, "\n";

echo json_encode($server->keys()), "\n";
foreach (['released', 'swept', 'dropped'] as $key) {
    $server->call('SET', $key, 'mine', 'PX', 60_000);
}
// A clean-up would come at once and a second later.
usleep(1_500_000);
echo json_encode($server->keys()), "\n";
--EXPECT--
UncertainException Unknown
0 Unknown
[]
["dropped","released","swept"]
