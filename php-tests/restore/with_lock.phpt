--TEST--
withLock on a restored object confirms the lease and releases it at the end; one that is held already it keeps
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$inside = fn (RedisLock\Lock $lock) => $lock->state()->name . ' ' . $lock->token();
foreach ([false, true] as $confirmed) {
    $server->call('SET', 'k', 'token', 'PX', 60_000);
    $lock = RedisLock::restore('k', 'token', connection: $server->dsn());
    $confirmed && $lock->renew();
    echo $lock->withLock($inside), ', then ', $lock->state()->name, ' ', json_encode($server->keys()), "\n";
}
$server->call('SET', 'k', 'rival', 'PX', 60_000);
$lock = RedisLock::restore('k', 'token', connection: $server->dsn());
echo thrown(fn () => $lock->withLock($inside)), ' ', $lock->state()->name, ' ', $server->call('GET', 'k'), "\n";
--EXPECT--
Held token, then Released []
Held token, then Held ["k"]
RedisLock\ContendedException Lost rival
