--TEST--
autoRenew, maxHold and abortOnLoss are judged before anything is sent
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
require __DIR__ . '/../arguments/refusal.inc';
$s = TestServer::start();
$monitor = $s->monitor();
$both = fn (mixed ...$named) => implode(', ', array_unique([
    refusal(fn () => lock_on($s, ...$named)),
    refusal(fn () => RedisLock::restore('k', 't', ...$named, connection: $s->dsn())),
]));
foreach ([0, 0.0, -0.0, -1, -0.5, NAN, INF, -INF, 1e300, PHP_INT_MAX, '5s', '', [], new stdClass] as $value) {
    echo is_scalar($value) ? var_export($value, true) : get_debug_type($value), ': ', $both(maxHold: $value), "\n";
}
foreach (['autoRenew', 'abortOnLoss'] as $name) {
    foreach ([[], new stdClass] as $value) {
        echo $name, ': ', $both(...[$name => $value]), "\n";
    }
}
echo 'abortOnLoss null: ', $both(abortOnLoss: null), "\n";
echo 'below the ttl: ', $both(ttl: 60, maxHold: 59.9), ', ', $both(ttl: 60, maxHold: 59.9, autoRenew: false), "\n";
// The message says what is wrong with what.
echo caught(fn () => lock_on($s, ttl: 60, maxHold: 5))->getMessage(), "\n";
$good = [
    ['maxHold' => null], ['maxHold' => 60], ['maxHold' => 30.5], ['maxHold' => '60'], ['ttl' => 60, 'maxHold' => 60], ['ttl' => 1, 'maxHold' => 31_536_000],
    ['autoRenew' => null], ['autoRenew' => true], ['autoRenew' => 1], ['autoRenew' => 'yes'], ['autoRenew' => 0],
    ['abortOnLoss' => true], ['abortOnLoss' => 1], ['abortOnLoss' => '0'],
];
foreach ($good as $named) {
    echo ($text = $both(...$named)) === 'none' ? '' : json_encode($named) . " $text\n";
}
echo json_encode($monitor->commands()), "\n";
$longest = lock_on($s, ttl: 31_536_000, autoRenew: true, maxHold: 31_536_000);
var_dump($longest->acquire(), $longest->remaining() > 30_000_000, $longest->renew(), $longest->release());
--EXPECTF--
0: ValueError $maxHold
0.0: ValueError $maxHold
-0.0: ValueError $maxHold
-1: ValueError $maxHold
-0.5: ValueError $maxHold
NAN: ValueError $maxHold
INF: ValueError $maxHold
-INF: ValueError $maxHold
1.0E+300: ValueError $maxHold
9223372036854775807: ValueError $maxHold
'5s': TypeError $maxHold
'': TypeError $maxHold
array: TypeError $maxHold
stdClass: TypeError $maxHold
autoRenew: TypeError $autoRenew
autoRenew: TypeError $autoRenew
abortOnLoss: TypeError $abortOnLoss
abortOnLoss: TypeError $abortOnLoss
abortOnLoss null: TypeError $abortOnLoss
below the ttl: ValueError $maxHold, ValueError $maxHold
RedisLock::__construct(): Argument #7 ($maxHold) must %s
[]
bool(true)
bool(true)
bool(true)
bool(true)
