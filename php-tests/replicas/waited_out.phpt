--TEST--
During a wait too few replicas are waited out; renewals wait for none
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/replicas.inc';
[$s, [$replica]] = primary_with(1);
$lock = replicated($s, 1, ttl: 20);
$replica->freeze();
$child = fork_child(function () use ($replica) {
    usleep(700_000);
    $replica->thaw();
});
echo timed(0.5, 10, fn () => $lock->acquire(20)), ' ', wait_child($child), ' ', $lock->state()->name, "\n";
$replica->freeze();
$waited = $s->calls('WAIT');
echo outcome(fn () => $lock->renew()), ' ', outcome(fn () => $lock->acquire()), ' ', $s->calls('WAIT') - $waited, "\n";
echo outcome(fn () => $lock->release()), ' ', timed(0.8, 1.5, fn () => $lock->acquire(0.8)), ' ', $s->call('EXISTS', 'k'), "\n";
$replica->thaw();
--EXPECT--
true 0 Held
true true 0
true ServerException NOREPLICAS 0
