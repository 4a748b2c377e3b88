--TEST--
Every grant has a higher number than all before it, also after FLUSHDB and a restart without data
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/numbers.inc';
$s = TestServer::start();
$lock = lock_on($s, fencing: true);
$numbers = [];
for ($i = 0; $i < 57; $i++) {
    $numbers[] = number_of_a_grant($i % 2 ? $lock : lock_on($s, fencing: true));
}
var_dump($s->call('GET', FENCE) === (string) end($numbers), $s->call('PTTL', FENCE), $s->keys() === [FENCE]);
$s->call('FLUSHDB');
$numbers[] = number_of_a_grant($lock);
$s->restart();
$numbers[] = number_of_a_grant($lock);
// A server whose clock was turned back, or that granted faster than its clock counts.
$s->call('SET', FENCE, $numbers[] = end($numbers) + 3_600_000_000);
$numbers[] = number_of_a_grant($lock);
$sorted = $numbers;
sort($sorted);
var_dump($numbers === $sorted, count(array_unique($numbers)), end($numbers) - $numbers[count($numbers) - 2]);
--EXPECT--
bool(true)
int(-1)
bool(true)
bool(true)
int(61)
int(1)
