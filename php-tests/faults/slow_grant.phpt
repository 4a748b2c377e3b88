--TEST--
A grant that used up more than a tenth of its ttl is renewed before it is reported, and counts from then
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

$fake = FakeServer::start(function (array $command): ?string {
    if ($command[0] === 'SET') {
        usleep(2_100_000);
        return "$-1\r\n";
    }
    return str_starts_with($command[0], 'EVAL') ? ":1\r\n" : null;
});
$lock = new RedisLock('k', ttl: 20, connection: $fake->dsn('timeout=10'));
echo timed(2.1, 2.1, fn() => $lock->acquire()), "\n";
// Counted from the SET it could not be more than 20 s less 1 % and 2.1 s.
var_dump($lock->remaining() > 17.7, $lock->remaining() <= 19.8);
foreach ($fake->commands() as $command) {
    echo strtok($command, ' '), "\n";
}
--EXPECT--
true
bool(true)
bool(true)
SET
EVALSHA
