--TEST--
A renewal that is answered after the lease ended does not bring it back
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

$fake = FakeServer::start(function (array $command): ?string {
    static $asked = 0;
    if ($command[0] === 'EVALSHA' && ++$asked === 1) {
        usleep(2_600_000);
    }
    return str_starts_with($command[0], 'EVAL') ? ":1\r\n" : ($command[0] === 'SET' ? "$-1\r\n" : null);
});
$lock = new RedisLock('k', ttl: 2.5, connection: $fake->dsn('timeout=10'));
$lock->acquire();
$token = $lock->token();
echo outcome(fn() => $lock->renew(20)), ' ', $lock->state()->name, ' ', json_encode($lock->isHeld()), ' ', outcome(fn() => $lock->renew(20)), "\n";
// The server may have lengthened it all the same: what is left there is released.
$commands = $fake->commands();
var_dump(count($commands) > 2 && str_ends_with(end($commands), " $token"));
--EXPECT--
false Lost false false
bool(true)
