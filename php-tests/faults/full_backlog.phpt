--TEST--
A listener that accepts nobody ends the call after connect_timeout
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$context = stream_context_create(['socket' => ['backlog' => 0]]);
$socket = scratch_dir() . '/full.sock';
$flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
$tcp = stream_socket_server('tcp://127.0.0.1:0', $code, $text, $flags, $context);
$unix = stream_socket_server("unix://$socket", $code, $text, $flags, $context);
$address = stream_socket_get_name($tcp, false);
$fillers = [];
foreach (["tcp://$address", "unix://$socket"] as $target) {
    for ($i = 0; $i < 4; $i++) {
        $fillers[] = @stream_socket_client($target, $code, $text, 0.1, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
    }
}
$query = '?connect_timeout=0.3&timeout=5';
echo timed(0.3, 1, fn() => (new RedisLock('k', connection: "redis://$address$query"))->acquire()), "\n";
echo timed(0, 1, fn() => (new RedisLock('k', connection: "redis+unix://$socket$query"))->acquire()), "\n";
--EXPECT--
ConnectionException
ConnectionException
