--TEST--
Replicas are waited for on the connection that carried the grant, also where that came in the queue
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/replicas.inc';
require __DIR__ . '/../waiting/queue.inc';
[$s, [$replica]] = primary_with(1);
// The connections that wrote something, and those that waited, by the server's own names for them.
$monitor = $s->connect();
$monitor->call('MONITOR');
$carriers = function () use ($s, $monitor): string {
    $s->call('ECHO', $marker = bin2hex(random_bytes(8)));
    $last = $told = [];
    while (!str_contains($line = $monitor->line(), $marker)) {
        if (preg_match('/^\+[\d.]+ \[\d+ (\S+)\] "(\w+)"/', $line, $found) && $found[1] !== 'lua') {
            $found[2] === 'WAIT' ? $told[] = ($last ?: [''])[0] === $found[1] ? 'same' : 'another' : $last = [$found[1], $found[2]];
        }
    }
    return implode(' ', $told);
};
foreach ([[], ['fencing' => true]] as $named) {
    foreach ([false, true] as $frozen) {
        $lock = replicated($s, 1, ...$named);
        $holder = lock_on($s, ttl: 30, autoRelease: false);
        $holder->acquire();
        $token = $holder->token();
        $child = once_sleeping($s, 1, function () use ($s, $token, $frozen, $replica) {
            if ($frozen) {
                $replica->freeze();
            }
            RedisLock::restore('k', $token, connection: $s->dsn())->release();
        });
        $carriers();
        echo timed(0, $frozen ? 2 : 1, fn () => $lock->acquire($frozen ? 1 : 20)), ' ', wait_child($child), ' ';
        echo $lock->state()->name, $s->call('EXISTS', 'k'), ' ', preg_match('/^same( same)*$/', $carriers()) ? 'same' : 'another', "\n";
        $lock->release();
        $replica->thaw();
        wait_until(fn () => $s->call('WAIT', 1, 100) === 1, 20);
    }
}
--EXPECT--
true 0 Held1 same
ServerException NOREPLICAS 0 Idle0 same
true 0 Held1 same
ServerException NOREPLICAS 0 Idle0 same
