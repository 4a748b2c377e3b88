--TEST--
timeout and connect_timeout come from the connection, else from the ini settings
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$server->freeze();
$code = '$t = -microtime(true); try { (new RedisLock("k", connection: $_SERVER["dsn"]))->acquire(); } catch (RedisLock\UnavailableException $e) { echo "unavailable "; }
    $t += microtime(true); $most = $_SERVER["least"] + 2.5; echo $t >= $_SERVER["least"] && $t < $most ? "in time" : $t, "\n";';
$ini = fn($connect, $request) => ['redis_lock.connect_timeout' => $connect, 'redis_lock.timeout' => $request];
// With a password the handshake is what gets no answer, without one it is the request.
$cases = [
    [$server->dsn('timeout=0.3'), 0.3, $ini(9, 9)], [$server->dsn(), 0.4, $ini(9, 0.4)],
    [$server->tcpDsn('?connect_timeout=0.3', ':pw'), 0.3, $ini(9, 9)], [$server->tcpDsn('', ':pw'), 0.4, $ini(0.4, 9)],
];
foreach ($cases as [$dsn, $least, $settings]) {
    echo run_php($code, $settings, ['dsn' => $dsn, 'least' => $least])['stdout'];
}
--EXPECT--
unavailable in time
unavailable in time
unavailable in time
unavailable in time
