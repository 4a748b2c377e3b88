--TEST--
On a set every grant has a higher number than all before it, whichever nodes make the majority
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/nodes.inc';
$nodes = Nodes::start(3);
[$a, $b, $c] = $nodes->servers;
$lock = fn () => new RedisLock('{k}', ttl: 60, fencing: true, connection: array_map(fn ($s) => $s->dsn(), [$a, $b, $c]));
// Far ahead of the clock, so that only what the nodes tell each other counts.
$far = 8_000_000_000_000_000;
foreach ([$a, $b] as $server) {
    $server->call('SET', '{k}#rl:f', $far);
}
$numbers = [];
$grant = function () use ($lock, &$numbers): void {
    $held = $lock();
    $held->acquire(wait: 5) ?: print("contended\n");
    $numbers[] = $held->fence();
    $held->renew();
    $numbers[] = $held->fence();
    $held->release();
};
$grant();
echo $numbers[0] === $far + 1 ? 'the highest counts' : "got {$numbers[0]}", "\n";
// The third node, which knew nothing of it, was told: without the other two's memory the next is higher still.
$a->stop();
for ($i = 0; $i < 10; $i++) {
    $grant();
}
$a->restart();
$b->stop();
$grant();
$pairs = array_chunk($numbers, 2);
echo json_encode(array_map(fn ($pair) => $pair[0] === $pair[1], $pairs) === array_fill(0, 12, true)), "\n";
$grants = array_column($pairs, 0);
$sorted = array_values(array_unique($grants));
sort($sorted);
echo json_encode($sorted === $grants && $grants[0] > $far), "\n";
// A grant whose number a majority does not keep is none.
$c->call('DEL', '{k}#rl:f');
$c->call('RPUSH', '{k}#rl:f', 'x');
$refused = $lock();
echo outcomes(fn () => $refused->acquire()), ' ', json_encode([$refused->isHeld(), $refused->fence(), $a->call('EXISTS', '{k}')]), "\n";
--EXPECT--
the highest counts
true
true
granted unreachable refused [false,null,0]
