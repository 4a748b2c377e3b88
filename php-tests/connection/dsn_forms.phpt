--TEST--
Every form of a single-node DSN, schemes in any case
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$unix = "unix://$server->socket";
$tcp = "127.0.0.1:$server->port";
// A system without a hosts file does not know the name.
$name = gethostbyname('localhost') === '127.0.0.1' ? 'localhost' : '127.0.0.1';
$forms = [
    "redis://$tcp" => 0, "redis://$tcp/" => 0, "redis://$tcp/2" => 2, "REDIS://$tcp/2" => 2, "valkey://$tcp/3" => 3,
    "Redis+$unix" => 0, "redis+$unix?db=4" => 4, "VALKEY+UNIX://$server->socket?db=5" => 5,
    "redis+$unix?db=6&timeout=0.5&connect_timeout=2&prefix=&client_name=x" => 6, "redis://$tcp/7?timeout=1.5" => 7,
    "redis://$name:$server->port/8" => 8, 'redis+unix://' . str_replace('.sock', '%2Esock', $server->socket) . '?db=9' => 9,
];
foreach ($forms as $dsn => $db) {
    $lock = new RedisLock('k', connection: $dsn);
    $server->call('SELECT', $db);
    $outcome = outcome(fn() => $lock->acquire());
    echo $outcome === 'true' && $server->keys() === ['k'] ? '.' : "$dsn: $outcome\n";
    $lock->release();
}
echo "\n";
--EXPECT--
............
