--TEST--
A critical section whose lease releaseAll() freed ends in a LostException with what it returned
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/outcome.inc';
require __DIR__ . '/../support/server.inc';

$server = TestServer::start();
$lock = lock_on($server, ttl: 60);
$lost = caught(fn() => $lock->withLock(function () {
    RedisLock::releaseAll();
    return 'done';
}));
echo get_class($lost), ' ', $lost->getResult(), ': ', strstr($lost->getMessage(), 'releaseAll'), "\n";
echo $lock->state()->name, ' ', json_encode($server->call('EXISTS', 'k')), "\n";
// What the owner frees by name is no loss.
echo $lock->withLock(function ($lock) {
    $lock->release();
    return 'fine';
}), "\n";
// What was freed and acquired afresh had a gap.
echo outcome(fn() => $lock->withLock(function ($lock) {
    RedisLock::releaseAll();
    return $lock->acquire();
})), ' ', $lock->state()->name, "\n";
--EXPECTF--
RedisLock\LostException done: releaseAll() freed the lease in the middle of it%S
Released 0
fine
LostException Released
