--TEST--
Options take the same names as the DSN, and a list of one is that one
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->call('ACL', 'SETUSER', 'app', 'on', '>p+w', '~*', '+@all');
$tcp = ['host' => '127.0.0.1', 'port' => $server->port];
$all = $tcp + ['scheme' => 'redis', 'user' => 'app', 'password' => 'p+w', 'db' => 2, 'prefix' => 'p%20:', 'client_name' => 'me', 'timeout' => 1, 'connect_timeout' => 0.5];
$cases = [
    [$tcp, 0, 'k'], [['port' => (string) $server->port, 'db' => '3'] + $tcp, 3, 'k'], [['path' => $server->socket], 0, 'k'],
    [['scheme' => 'redis+unix', 'path' => $server->socket, 'db' => 1], 1, 'k'], [$all, 2, 'p%20:k'], [[$all], 2, 'p%20:k'],
    [[$server->dsn('db=4')], 4, 'k'], [['user' => null, 'password' => null] + $tcp, 0, 'k'],
];
foreach ($cases as $i => [$options, $db, $key]) {
    $lock = new RedisLock('k', connection: $options);
    $server->call('SELECT', $db);
    echo outcome(fn() => $lock->acquire()), ' ', $server->keys() === [$key] ? 'found' : 'not found', "\n";
    if ($options === $all) {
        preg_match('/ name=me .* db=2 .* user=app /', $server->call('CLIENT', 'LIST'), $m);
        var_dump($m !== []);
    }
    $lock->release();
}
--EXPECT--
true found
true found
true found
true found
true found
bool(true)
true found
true found
true found
