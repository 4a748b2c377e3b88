--TEST--
A clean-up that is refused for now is repeated until it is done
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

$refusals = ['LOADING Redis is loading the dataset in memory', 'BUSY Redis is busy running a script', "READONLY You can't write against a read only replica."];
$fakes = array_map(fn($refusal) => FakeServer::start(function (array $command) use ($refusal): string|false|null {
    static $asked = 0;
    // More often than a clean-up is repeated that was answered.
    return $command[0] === 'SET' ? false : ($command[0] === 'EVAL' ? (++$asked > 4 ? ":1\r\n" : "-$refusal\r\n") : null);
}), $refusals);
foreach ($fakes as $fake) {
    $locks[] = $lock = new RedisLock('k', ttl: 60, connection: $fake->dsn());
    echo outcome(fn() => $lock->acquire()), "\n";
}
foreach ($fakes as $i => $fake) {
    $token = explode(' ', $fake->commands()[0])[2];
    $is_removal = fn($command) => str_starts_with($command, 'EVAL ') && str_ends_with($command, " $token");
    echo strtok($refusals[$i], ' '), ' ';
    var_dump(wait_until(fn() => count(array_filter($fake->commands(), $is_removal)) > 4, 20));
}
--EXPECT--
UncertainException
UncertainException
UncertainException
LOADING bool(true)
BUSY bool(true)
READONLY bool(true)
