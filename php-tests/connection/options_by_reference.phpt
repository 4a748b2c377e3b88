--TEST--
Options may hold PHP references, which are read and left as they are
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
[$host, $port, $db, $none, $text] = ['127.0.0.1', $server->port, '2', null, '0.5'];
$options = ['host' => &$host, 'port' => &$port, 'db' => &$db, 'user' => &$none, 'timeout' => &$text];
$list = [['path' => $server->socket, 'db' => 2]];
$element = &$list[0];
$looped = ['path' => $server->socket, 'db' => 2];
foreach ($looped as &$value) {
}
$dsns = [$server->dsn('db=2')];
foreach ($dsns as &$dsn) {
}
$whole = &$options;
$server->call('SELECT', 2);
foreach (['options' => $options, 'list' => $list, 'after a loop' => $looped, 'list of DSNs' => $dsns, 'all of it' => $whole] as $name => $connection) {
    $ways = [
        fn() => new RedisLock('k', connection: $connection),
        fn() => RedisLock::restore('k', 'token', connection: $connection),
    ];
    $server->call('SET', 'k', 'token');
    foreach ($ways as $way) {
        echo outcome(fn() => $way()->holder()->token()), ' ';
    }
    echo outcome(fn() => RedisLock::forceRelease('k', $connection)), " $name\n";
}
$port = 'nonsense';
echo outcome(fn() => new RedisLock('k', connection: $options)), "\n";
var_dump([$host, $db, $none, $text] === ['127.0.0.1', '2', null, '0.5'], $element === $list[0], $value);
--EXPECT--
"token" "token" true options
"token" "token" true list
"token" "token" true after a loop
"token" "token" true list of DSNs
"token" "token" true all of it
ValueError
bool(true)
bool(true)
int(2)
