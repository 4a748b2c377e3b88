--TEST--
maxHold holds also where the connection for the renewals takes its time
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';
require __DIR__ . '/../support/threads.inc';
$fake = FakeServer::start(function (array $command) {
    if ($command[0] === 'CLIENT') {
        usleep(300_000);
        return null;
    }
    return match ($command[0]) { 'SET' => "\$-1\r\n", 'EVAL', 'EVALSHA' => ":1\r\n", default => null };
});
$lock = new RedisLock('k', ttl: 1.5, autoRenew: true, maxHold: 1.8, connection: $fake->dsn('client_name=app'));
insist($lock);
$granted = $believed = hrtime(true);
// The moment before the last look that said yes.
for ($asked = $granted; $lock->isHeld(); $asked = hrtime(true)) {
    $believed = $asked;
}
var_dump(($believed - $granted) / 1e9 <= 1.8, cause($lock));
--EXPECT--
bool(true)
string(25) "the lease reached maxHold"
