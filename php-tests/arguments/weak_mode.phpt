--TEST--
Without strict_types scalars are converted as PHP converts them
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

class Name
{
    public function __toString(): string { return 'named'; }
}
$server = TestServer::start();
foreach (['5', ' 5', '5 ', 5, 5.0, '5.0', '0.5e1'] as $n => $ttl) {
    $lock = lock_on($server, "k$n", ttl: $ttl);
    $lock->acquire();
    $left = $server->call('PTTL', "k$n");
    echo $left > 3_000 && $left <= 5_000 ? '' : "wrong ttl for $ttl: $left\n";
}
$second = lock_on($server, 'second', ttl: true);
var_dump($second->acquire(), $second->remaining() <= 1.0, $second->renew('7'), $second->remaining() > 3.0);
foreach ([123, 1.5, true, new Name] as $key) {
    var_dump((new RedisLock($key, connection: $server->dsn()))->key());
}
var_dump(lock_on($server, token: 17)->token(), lock_on($server)->acquire('0'), $second->assertHeld('0.5'));
$kept = lock_on($server, 'kept', autoRelease: 0);
$kept->acquire();
unset($kept);
var_dump($server->call('EXISTS', 'kept'));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
string(3) "123"
string(3) "1.5"
string(1) "1"
string(5) "named"
string(2) "17"
bool(true)
NULL
int(1)
