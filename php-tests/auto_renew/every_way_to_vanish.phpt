--TEST--
However a lease vanishes, its holder learns of it, and nothing is ever put back or taken away
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$ways = [
    'deleted' => fn ($k) => $s->call('DEL', $k),
    'unlinked' => fn ($k) => $s->call('UNLINK', $k),
    'taken' => fn ($k) => $s->call('SET', $k, 'rival', 'PX', 90_000),
    'taken for ever' => fn ($k) => $s->call('SET', $k, 'rival'),
    'appended to' => fn ($k) => $s->call('APPEND', $k, '!'),
    'renamed' => fn ($k) => $s->call('RENAME', $k, "$k away"),
    'moved' => fn ($k) => $s->call('MOVE', $k, 1),
    'a list' => fn ($k) => $s->call('DEL', $k) && $s->call('RPUSH', $k, 'x'),
    'a hash' => fn ($k) => $s->call('DEL', $k) && $s->call('HSET', $k, 'x', 'y'),
    'expired' => fn ($k) => $s->call('PEXPIRE', $k, 1),
    'freed by force' => fn ($k) => RedisLock::forceRelease($k, $s->dsn()),
];
foreach ($ways as $name => $way) {
    $locks[$name] = lock_on($s, $name, ttl: 3, autoRenew: true);
    $locks[$name]->acquire();
}
array_walk($ways, fn ($way, $name) => $way($name));
wait_until(fn () => $s->call('EXISTS', 'expired') === 0);
$left = fn () => array_map(fn ($name) => $s->call('TYPE', $name) . ' ' . $s->call('PTTL', $name), array_keys($ways));
$before = array_combine(array_keys($ways), $left());
foreach ($locks as $name => $lock) {
    $seen = wait_until(fn () => !$lock->isHeld());
    $on = strtok($before[$name], ' ');
    echo "$name: ", json_encode($seen), ' ', $lock->state()->name, ', ', cause($lock), "; $on\n";
}
$monitor = $s->monitor();
usleep(1_200_000); // Longer than from one renewal to the next.
$renewed = array_filter($monitor->commands(), fn ($command) => str_starts_with($command, 'EVAL'));
var_dump(array_values($renewed), $s->call('GET', 'taken'), $s->call('GET', 'taken for ever'));
foreach (array_combine(array_keys($ways), $left()) as $name => $now) {
    // No other type, no longer life.
    [$type, $ttl] = explode(' ', $before[$name]);
    [$typeNow, $ttlNow] = explode(' ', $now);
    echo $type === $typeNow && $ttlNow <= $ttl ? '' : "$name was $before[$name], is $now\n";
}
--EXPECT--
deleted: true Lost, the key expired or was deleted; none
unlinked: true Lost, the key expired or was deleted; none
taken: true Lost, another owner holds the key; string
taken for ever: true Lost, another owner holds the key; string
appended to: true Lost, another owner holds the key; string
renamed: true Lost, the key expired or was deleted; none
moved: true Lost, the key expired or was deleted; none
a list: true Lost, another owner holds the key; list
a hash: true Lost, another owner holds the key; hash
expired: true Lost, the key expired or was deleted; none
freed by force: true Lost, the key expired or was deleted; none
array(0) {
}
string(5) "rival"
string(5) "rival"
