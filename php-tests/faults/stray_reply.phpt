--TEST--
A reply that nobody asked for is never read as a grant
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

// Answers the first request of its first connection and says a stray nil right behind it; then every key is held.
$path = scratch_dir() . '/stray.sock';
$listening = stream_socket_server("unix://$path");
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$server = fork_child(function () use ($listening, $theirs) {
    $first = true;
    while ($client = @stream_socket_accept($listening, 20)) {
        while (($asked = fread($client, 4096)) !== '' && $asked !== false) {
            fwrite($client, $first ? "\$-1\r\n" : "\$5\r\nrival\r\n");
            if ($first) {
                usleep(3000);
                fwrite($client, "\$-1\r\n");
                fwrite($theirs, 'said');
                $first = false;
            }
            if (str_contains($asked, 'last')) {
                return 0;
            }
        }
    }
    return 1;
});
$dsn = "redis+unix://$path";
$lock = new RedisLock('k1', connection: $dsn, autoRelease: false);
var_dump($lock->acquire(), fread($ours, 4));
$held = new RedisLock('k2', connection: $dsn, autoRelease: false);
var_dump($held->acquire(), $held->isHeld());
var_dump((new RedisLock('last', connection: $dsn))->acquire(), wait_child($server));
--EXPECT--
bool(true)
string(4) "said"
bool(false)
bool(false)
bool(false)
int(0)
