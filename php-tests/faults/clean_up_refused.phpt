--TEST--
A clean-up that is refused for now is repeated until it is done
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

foreach (['LOADING Redis is loading the dataset in memory', 'BUSY Redis is busy running a script', 'READONLY You can\'t write against a read only replica.'] as $refusal) {
    $fake = FakeServer::start(function (array $command) use ($refusal): string|false|null {
        static $asked = 0;
        // More often than a clean-up is repeated that was answered.
        return $command[0] === 'SET' ? false : ($command[0] === 'EVAL' ? (++$asked > 4 ? ":1\r\n" : "-$refusal\r\n") : null);
    });
    $lock = new RedisLock('k', ttl: 60, connection: $fake->dsn());
    echo strtok($refusal, ' '), ' ', outcome(fn() => $lock->acquire()), ' ';
    $token = explode(' ', $fake->commands()[0])[2];
    $removals = fn() => count(array_filter($fake->commands(), fn($command) => str_starts_with($command, 'EVAL ') && str_ends_with($command, " $token")));
    var_dump(wait_until(fn() => $removals() > 4, 20));
}
--EXPECT--
LOADING UncertainException bool(true)
BUSY UncertainException bool(true)
READONLY UncertainException bool(true)
