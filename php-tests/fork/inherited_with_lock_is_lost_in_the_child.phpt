--TEST--
Returning from an inherited withLock in the child is LostException
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$lock = lock_on($s, ttl: 60);
$pid = null;
try {
    $value = $lock->withLock(function () use (&$pid, $s) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            return 'child';
        }
        $status = wait_child($pid);
        echo "status $status, key there: ", $s->call('EXISTS', 'k'), "\n";
        return 'parent';
    });
    echo $value, " returned\n";
} catch (RedisLock\LostException $e) {
    echo $e->getResult(), " lost\n";
}
if ($pid === 0) {
    exit(4);
}
var_dump($lock->state(), $s->keys());
--EXPECT--
child lost
status 4, key there: 1
parent returned
enum(RedisLock\State::Released)
array(0) {
}
