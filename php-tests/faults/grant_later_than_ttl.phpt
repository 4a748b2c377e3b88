--TEST--
A grant that comes later than its ttl is not a grant: it is given back, and that is no contention
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

$fake = FakeServer::start(function (array $command): ?string {
    if ($command[0] === 'SET') {
        usleep(400_000);
        return "$-1\r\n";
    }
    return str_starts_with($command[0], 'EVAL') ? ":1\r\n" : null;
});
$lock = new RedisLock('k', ttl: 0.3, connection: $fake->dsn('timeout=10'));
echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->withLock(fn() => 'ran')), ' ', $lock->state()->name, ' ', $lock->remaining(), "\n";
foreach (array_chunk($fake->commands(), 2) as [$set, $release]) {
    // The release names the token that was set.
    echo strtok($set, ' '), ' ', strtok($release, ' '), ' ';
    var_dump(str_ends_with($release, ' ' . explode(' ', $set)[2]));
}
--EXPECT--
UnavailableException UnavailableException Idle 0
SET EVALSHA bool(true)
SET EVALSHA bool(true)
