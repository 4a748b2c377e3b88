--TEST--
releaseAll frees the autoRelease leases of this process and counts them
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
var_dump(RedisLock::releaseAll());
$locks = array_map(fn ($key) => lock_on($server, $key), ['a', 'b', 'c']);
$kept = lock_on($server, 'kept', autoRelease: false);
$detached = lock_on($server, 'detached');
$server->call('SET', 'restored', 'token');
$restored = RedisLock::restore('restored', 'token', connection: $server->dsn());
$server->call('SET', 'other', 'other');
foreach ([...$locks, $kept, $detached, $restored, lock_on($server, 'idle')] as $lock) {
    $lock->key() === 'idle' || $lock->acquire();
}
$detached->detach();
var_dump(RedisLock::releaseAll(), $server->keys() === ['detached', 'kept', 'other', 'restored']);
foreach ($locks as $lock) {
    echo $lock->state()->name, ' ', json_encode([$lock->isHeld(), $lock->token(), $lock->release()]), "\n";
}
var_dump($kept->isHeld(), RedisLock::releaseAll(), $locks[0]->acquire(), RedisLock::releaseAll());
--EXPECT--
int(0)
int(3)
bool(true)
Released [false,null,false]
Released [false,null,false]
Released [false,null,false]
bool(true)
int(0)
bool(true)
int(1)
