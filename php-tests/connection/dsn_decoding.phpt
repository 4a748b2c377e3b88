--TEST--
User, password and every value are percent-decoded, and a plus is a plus
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$login = function (string $user, string $password) use ($server) {
    $server->call('ACL', 'SETUSER', $user, 'on', 'resetpass', ">$password", '~*', '+@all');
};
$hard = "p@ss:/?#[]%&=+ \xc3\xa9\xff";
foreach (['us+er' => 'a+b', 'us:er@home' => $hard, "caf\xc3\xa9" => '%25'] as $user => $password) {
    $login($user, $password);
    $dsn = $server->tcpDsn('?prefix=a%2Bb%20c%26%00:&client_name=n%2Bm', rawurlencode($user) . ':' . rawurlencode($password));
    $lock = new RedisLock('k', connection: $dsn);
    echo outcome(fn() => $lock->acquire()), ' ', json_encode($server->keys()), ' ';
    preg_match('/ name=(\S*) .* user=(\S*)/', implode(preg_grep('/name=n/', explode("\n", $server->call('CLIENT', 'LIST')))), $m);
    echo $m[1] ?? 'no name', ' ', ($m[2] ?? '') === $user ? 'same user' : 'other user', "\n";
    $lock->release();
    $server->call('CLIENT', 'KILL', 'TYPE', 'normal');
}
$login('plain', 'a+b');
echo outcome(fn() => (new RedisLock('k', connection: $server->tcpDsn(userinfo: 'plain:a+b')))->acquire()), ' ';
echo outcome(fn() => (new RedisLock('k', connection: $server->tcpDsn(userinfo: 'plain:a%20b')))->acquire()), "\n";
--EXPECT--
true ["a+b c&\u0000:k"] n+m same user
true ["a+b c&\u0000:k"] n+m same user
true ["a+b c&\u0000:k"] n+m same user
true ServerException WRONGPASS
