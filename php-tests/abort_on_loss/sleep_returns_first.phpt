--TEST--
A call that blocks in C returns first; nothing after it runs
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
foreach (['usleep(700_000)', 'sleep(1)', 'time_nanosleep(0, 700_000_000)', 'exec("sleep 0.7")', 'stream_select($r, $w, $e, 0, 700_000)'] as $call) {
    [$r, $w, $e] = [[STDIN], null, null];
    if (str_starts_with($call, 'stream_select')) {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $r = [$pair[0]];
    }
    $took = 0;
    try {
        $lock = insist(lock_on($s, ttl: 0.3, abortOnLoss: true));
        $start = hrtime(true);
        try {
            eval("$call; echo 'after ';");
        } finally {
            $took = (hrtime(true) - $start) / 1e9;
        }
        echo 'not thrown ';
    } catch (RedisLock\LostException) {
        echo $took >= 0.69 ? 'whole ' : "after $took s ";
    }
}
--EXPECT--
whole whole whole whole whole 
