--TEST--
One process, many jobs: releaseAll() between them leaves no key, no renewal, no thread, no late exception
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/threads.inc';
$s = TestServer::start();
$job = function (int $i) use ($s, &$kept): int {
    $kept[] = $a = lock_on($s, 'a', ttl: 60, autoRenew: true, abortOnLoss: true);
    $kept[] = $b = lock_on($s, "b$i", ttl: 60, autoRenew: true);
    $kept[] = $c = lock_on($s, "c$i", ttl: 60, abortOnLoss: true);
    return (int) $a->acquire() + (int) $b->acquire() + (int) $c->acquire();
};
$wrong = 0;
for ($i = 0; $i < 300; $i++) {
    $wrong += $job($i) !== 3 || background_threads() !== 1 || RedisLock::releaseAll() !== 3 || $i % 50 === 0 && $s->keys() !== [];
}
$states = array_unique(array_map(fn ($lock) => $lock->state()->name, $kept));
echo $wrong, ' ', implode(' ', $states), ' ', $s->connections() <= 2 ? 'few' : 'many', "\n";
var_dump($s->keys(), wait_until(fn () => background_threads() === 0), wait_until(fn () => $s->connections() === 1));
--EXPECT--
0 Released few
array(0) {
}
bool(true)
bool(true)
