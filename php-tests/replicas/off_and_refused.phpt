--TEST--
Without replicas nobody waits; a user without the right to WAIT is refused and holds nothing; a short ttl ends the waiting
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/replicas.inc';
[$s, [$replica]] = primary_with(1);
$s->call('ACL', 'SETUSER', 'app', 'on', '>pw', '~k*', '+@all', '-wait');
$lock = new RedisLock('k', replicas: 1, connection: $s->tcpDsn('', 'app:pw'));
echo outcome(fn () => $lock->acquire()), ' ', timed(0, 1, fn () => $lock->acquire(20)), ' ', $lock->state()->name, $s->call('EXISTS', 'k'), "\n";
$replica->freeze();
$before = $s->calls('WAIT');
$lock = lock_on($s);
echo outcome(fn () => $lock->acquire()), ' ', $s->calls('WAIT') - $before, "\n";
$lock->release();
$brief = new RedisLock('k', ttl: 0.2, replicas: 1, connection: $s->dsn('timeout=10'));
echo timed(0.1, 0.4, fn () => $brief->acquire()), ' ', $s->call('EXISTS', 'k'), "\n";
$replica->thaw();
--EXPECT--
ServerException NOPERM ServerException NOPERM Idle0
true 0
ServerException NOREPLICAS 0
