--TEST--
A primary that dies before its replica has the grant leaves two holders; with replicas there was no grant, or it lives on
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/replicas.inc';

$promote = function (TestServer $replica): void {
    $replica->call('REPLICAOF', 'NO', 'ONE');
    wait_until(fn () => $replica->call('ROLE')[0] === 'master') ?: throw new RuntimeException('not promoted');
};
// The way between them is cut, so that nothing written from here on comes over.
[$primary, [$replica]] = primary_with(1);
$replica->freeze();
$primary->call('CLIENT', 'KILL', 'TYPE', 'replica');
$alone = lock_on($primary, 'alone', ttl: 60);
$safe = replicated($primary, 1, fencing: true);
echo outcome(fn () => $alone->acquire()), ' ', timed(0.15, 1, fn () => $safe->acquire()), ' ', $safe->state()->name, "\n";
$primary->stop();
$replica->thaw();
$promote($replica);
[$second, $next] = [lock_on($replica, 'alone', ttl: 60), lock_on($replica, ttl: 60)];
echo outcome(fn () => $second->acquire()), ' ', json_encode([$alone->isHeld(), $second->isHeld()]), "\n";
// Nobody believed in what did not come over.
echo outcome(fn () => $next->acquire()), ' ', json_encode([$safe->isHeld(), $safe->fence(), $next->isHeld()]), "\n";

// What was confirmed outlives the primary, and so does its number.
[$primary, [$replica]] = primary_with(1);
$safe = replicated($primary, 1, ttl: 60, fencing: true);
echo outcome(fn () => $safe->acquire()), ' ';
$primary->stop();
$promote($replica);
$token = $safe->token();
echo json_encode([$safe->isHeld(), $replica->call('GET', 'k') === $token]), ' ', outcome(fn () => lock_on($replica)->acquire()), ' ';
$moved = RedisLock::restore('k', $token, connection: $replica->dsn());
echo outcome(fn () => $moved->renew()), ' ', outcome(fn () => $moved->release()), ' ';
$after = lock_on($replica, fencing: true);
echo outcome(fn () => $after->acquire()), ' ', json_encode($after->fence() > $safe->fence()), "\n";
--EXPECT--
true ServerException NOREPLICAS Idle
true [true,true]
true [false,null,true]
true [true,true] false true true true true
