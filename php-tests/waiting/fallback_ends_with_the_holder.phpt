--TEST--
Where there is no queue a waiter polls, and not past the end of the holder's time
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$s->call('ACL', 'SETUSER', 'app', 'reset', 'on', '>pw', '~k*', '+@all', '-blpop');
$lock = new RedisLock('k', ttl: 60, connection: $s->tcpDsn('', 'app:pw'));
foreach ([0.4, 0.7] as $seconds) {
    $began = hrtime(true);
    $s->call('SET', 'k', 'rival', 'PX', (int) ($seconds * 1000));
    echo timed(0, $seconds, fn () => $lock->acquire(wait: 20)), ' ';
    echo json_encode([(hrtime(true) - $began) / 1e9 >= $seconds, $lock->release()]), ' ', left($s), "\n";
}
--EXPECT--
true [true,true] nothing
true [true,true] nothing
