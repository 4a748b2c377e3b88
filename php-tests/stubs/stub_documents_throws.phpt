--TEST--
Everything public in the stub has a docblock, and every method names all it throws and nothing else
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/api.inc';

const OUTAGE = ['LockException', 'UnavailableException'];
const THROWS = [
    '__construct' => ['TypeError', 'ValueError'],
    'restore' => ['TypeError', 'ValueError'],
    'acquire' => [...OUTAGE, 'ValueError'],
    'renew' => [...OUTAGE, 'ValueError'],
    'release' => OUTAGE,
    'withLock' => ['ContendedException', 'LockException', 'LostException', 'UnavailableException', 'ValueError'],
    'holder' => ['UnavailableException'],
    'forceRelease' => ['TypeError', 'UnavailableException', 'ValueError'],
    'assertHeld' => ['LostException', 'ValueError'],
    // of RetryPolicy
    'wait' => ['ValueError'],
    'fixed' => ['ValueError'],
    'exponential' => ['ValueError'],
    'withMaxWait' => ['ValueError'],
];

$seen = 0;
foreach (describe_stub() as $class => $described) {
    $described['doc'] || print "$class has no docblock\n";
    preg_match('/^ +\* ```php$/m', $described['doc']) || print "$class shows no example\n";
    foreach ($described['constants'] as $name => $constant) {
        $constant['doc'] || print "$class::$name has no docblock\n";
    }
    foreach ($described['methods'] as $name => $method) {
        $method['doc'] || print "$class::$name() has no docblock\n";
        preg_match_all('/@throws \\\\?(?:RedisLock\\\\)?(\w+)/', $method['doc'], $found);
        $named = array_unique($found[1]);
        sort($named);
        $expected = str_contains($class, 'Lock\\') && $name === '__construct' ? [] : THROWS[$name] ?? [];
        $named === $expected || print "$class::$name() names " . json_encode($named) . ', not ' . json_encode($expected) . "\n";
        $seen += count($named);
    }
}
echo $seen > 30 ? 'done' : 'hardly any @throws found';
?>
--EXPECT--
done
