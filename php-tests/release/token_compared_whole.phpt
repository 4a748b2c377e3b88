--TEST--
A value that only begins like the token is another owner's
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
foreach ([fn ($token) => substr($token, 0, -1), fn ($token) => "$token ", strtoupper(...), fn ($token) => "$token\0"] as $change) {
    foreach (['renew', 'release'] as $method) {
        $lock = lock_on($server, ttl: 60);
        $lock->acquire();
        $other = $change($lock->token());
        $server->call('SET', 'k', $other, 'PX', 50_000);
        $touched = $lock->$method() || $server->call('GET', 'k') !== $other || $server->call('PTTL', 'k') > 50_000;
        echo $touched ? "$method: touched $other\n" : '';
        $server->call('DEL', 'k');
    }
}
echo "done\n";
--EXPECT--
done
