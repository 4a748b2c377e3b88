--TEST--
Released, detached or given up leases are renewed no more, while the thread goes on with others
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$ends = [
    'released' => fn ($lock) => $lock->release(),
    'detached' => fn ($lock) => $lock->detach(),
    'freed with all' => fn () => RedisLock::releaseAll(),
    'withLock' => null,
];
$clock = RedisLock::restore('clock', 'c', ttl: 1.5, autoRenew: true, connection: $s->dsn());
foreach ($ends as $name => $end) {
    $lock = $locks[$name] = lock_on($s, $name, ttl: 1.5, autoRenew: true);
    $end ? insist($lock) && $end($lock) : $lock->withLock(fn () => null);
}
$s->call('SET', 'clock', 'c', 'PX', 60_000);
var_dump($clock->renew());
$detached = $s->call('PTTL', 'detached');
$monitor = $s->monitor();
wait_until(fn () => !$s->call('EXISTS', 'detached')); // Three times the time between renewals.
$keys = [];
foreach ($monitor->commands() as $command) {
    preg_match('/^EVALSHA \S+ \d+ (\S+)/', $command, $found) && $keys[$found[1]] = true;
}
var_dump($detached <= 1500, array_keys($keys), $clock->state(), $s->keys());
--EXPECT--
bool(true)
bool(true)
array(1) {
  [0]=>
  string(5) "clock"
}
enum(RedisLock\State::Held)
array(1) {
  [0]=>
  string(5) "clock"
}
