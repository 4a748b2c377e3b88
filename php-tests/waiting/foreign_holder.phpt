--TEST--
The end of a plain client's lock, which wakes nobody, is noticed within a tenth of a second
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/queue.inc';
$s = TestServer::start();
$foreign = [
    'SET k plain NX PX 60000',
    'SET k plain NX',
    'SET k ' . str_repeat('0123456789abcdef', 2) . ' PX 60000',
    'SET k 0123456789ab4def89ab0123456789ab',
    'ZADD k 1 symfony',
    'RPUSH k x',
];
foreach ($foreign as $lock) {
    $s->call(...explode(' ', $lock));
    $monitor = $s->monitor();
    $child = waiting_child($s, 'waiter');
    until_sleeping($s, 1);
    $blocks = preg_grep('/^BLPOP/', $monitor->commands());
    $spans = array_map(fn ($line) => (float) strrchr($line, ' '), $blocks);
    $s->call('DEL', 'k');
    // A waiter that counted on being woken would have slept for three seconds.
    $soon = wait_until(fn () => $s->call('LLEN', 'order') === 1, 2);
    echo json_encode([min($spans) >= 0.049, max($spans) <= 0.1, $soon, wait_child($child)]), ' ', order($s), ' ', left($s), "\n";
}
--EXPECT--
[true,true,true,0] waiter nothing
[true,true,true,0] waiter nothing
[true,true,true,0] waiter nothing
[true,true,true,0] waiter nothing
[true,true,true,0] waiter nothing
[true,true,true,0] waiter nothing
