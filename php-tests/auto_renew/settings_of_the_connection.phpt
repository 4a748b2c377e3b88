--TEST--
Renewals go where the lease is: with its password, database, prefix, and name of the client
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start('--requirepass', 'sec/ret');
$s->call('AUTH', 'sec/ret');
$dsns = [
    'redis://:sec%2Fret@localhost:' . $s->port . '/3?prefix=app:&client_name=app',
    ['path' => $s->socket, 'password' => 'sec/ret', 'db' => 4, 'prefix' => 'unix:'],
    ['host' => '127.0.0.1', 'port' => $s->port, 'password' => 'sec/ret'],
];
foreach ($dsns as $i => $dsn) {
    $locks[$i] = new RedisLock('k', ttl: 3, autoRenew: true, connection: $dsn);
    $locks[$i]->acquire();
}
var_dump(wait_for_renewals($s, 3), substr_count($s->call('CLIENT', 'LIST'), ' name=app '));
foreach ($locks as $lock) {
    var_dump($lock->state(), $lock->release());
}
--EXPECT--
bool(true)
int(2)
enum(RedisLock\State::Held)
bool(true)
enum(RedisLock\State::Held)
bool(true)
enum(RedisLock\State::Held)
bool(true)
