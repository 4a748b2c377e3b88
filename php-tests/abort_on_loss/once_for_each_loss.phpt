--TEST--
Each loss is thrown once: two locks, two exceptions; a lock acquired again is lost again
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/losses.inc';
$s = TestServer::start();
$keys = fn (array $messages) => preg_replace('/^the lock on "(\S+)" was lost: .*/', '$1', $messages);
// Both are over by the time the loop of C code ends.
$two = losses(function () use ($s) {
    $kept = [insist(lock_on($s, 'a', ttl: 0.3, abortOnLoss: true)), insist(lock_on($s, 'b', ttl: 0.3, abortOnLoss: true))];
    usleep(500_000);
    return $kept;
});
$one = losses(fn () => [insist(lock_on($s, 'c', ttl: 0.3, abortOnLoss: true)), lock_on($s, 'idle', abortOnLoss: true)]);
sort($two);
echo implode(' ', $keys($two)), ', ', implode(' ', $keys($one)), "\n";
$lock = lock_on($s, 'again', ttl: 0.2, abortOnLoss: true);
for ($i = 0; $i < 3; $i++) {
    echo implode(' ', $keys(losses(fn () => insist($lock), 0.9))), ' ', $lock->state()->name, "\n";
}
--EXPECT--
a b, c
again Lost
again Lost
again Lost
