--TEST--
What is due at a server is asked for in one write, before any of it is answered
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';
const LEASES = 20;
$fake = FakeServer::start(function (array $command) {
    static $unanswered = 0;
    if ($command[0] === 'CLIENT') {
        $unanswered = 0; // A new connection says its name.
        return null;
    }
    if (str_starts_with($command[0], 'EVAL')) {
        return ++$unanswered % LEASES ? '' : str_repeat(":1\r\n", LEASES);
    }
    return $command[0] === 'SET' ? "\$-1\r\n" : null;
});
for ($i = 0; $i < LEASES; $i++) {
    $locks[$i] = new RedisLock("k$i", ttl: 3, autoRenew: true, connection: $fake->dsn('client_name=app&timeout=0.3'));
    $locks[$i]->acquire();
}
$remaining = fn () => array_map(fn ($lock) => $lock->remaining(), $locks);
// Old, and young again.
var_dump(wait_until(fn () => max($remaining()) < 2.4), wait_until(fn () => min($remaining()) > 2.5));
array_walk($locks, fn ($lock) => $lock->detach());
--EXPECT--
bool(true)
bool(true)
