--TEST--
A key of another type is contention, and its data stays
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$fill = ['RPUSH k a', 'SADD k a', 'ZADD k 1 a', 'HSET k f a', 'XADD k * f a'];
foreach ($fill as $command) {
    $server->call(...explode(' ', $command));
    $lock = lock_on($server);
    $same = [$server->call('TYPE', 'k'), $server->call('PTTL', 'k')];
    $right = $lock->acquire() === false && $lock->acquire(wait: 0.05) === false && $lock->lastContender()->foreign()
        && $lock->lastContender()->token() === null && $lock->holder()->foreign() && $lock->holder()->token() === null
        && [$server->call('TYPE', 'k'), $server->call('PTTL', 'k')] === $same;
    echo $command, $right ? ": contention\n" : ": wrong\n";
    $server->call('DEL', 'k');
}
--EXPECT--
RPUSH k a: contention
SADD k a: contention
ZADD k 1 a: contention
HSET k f a: contention
XADD k * f a: contention
