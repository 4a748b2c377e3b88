--TEST--
A lost reply while a lost grant is taken over is survived: the next acquire takes that one over
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

$fake = FakeServer::start(function (array $command): string|false|null {
    static $value = null, $sets = 0, $takeovers = 0;
    if ($command[0] === 'SET') {
        [$met, $value] = [$value, $value ?? $command[2]];
        return ++$sets === 1 ? false : ($met === null ? "$-1\r\n" : FakeServer::bulk($met));
    }
    // By hash, on one key, from a token to another one.
    if ($command[0] === 'EVALSHA' && count($command) === 7 && $command[4] === $value) {
        $value = $command[5];
        return ++$takeovers === 1 ? false : ":1\r\n";
    }
    // The clean-up comes too late each time.
    return str_starts_with($command[0], 'EVAL') ? ":0\r\n" : null;
});
$lock = new RedisLock('k', ttl: 20, connection: $fake->dsn());
for ($i = 0; $i < 3; $i++) {
    echo outcome(fn() => $lock->acquire()), ' ', $lock->state()->name, "\n";
}
[$tokens, $taken] = [[], []];
foreach (array_map(fn($command) => explode(' ', $command), $fake->commands()) as $words) {
    if ($words[0] === 'SET') {
        $tokens[] = $words[2];
    } elseif ($words[0] === 'EVALSHA' && count($words) === 7) {
        $taken[] = [$words[4], $words[5]];
    }
}
// Each try had a token of its own; the last one took over what the second had made of the first.
var_dump(count(array_unique($tokens)), $taken === [[$tokens[0], $tokens[1]], [$tokens[1], $tokens[2]]], $tokens[2] === $lock->token());
--EXPECT--
UncertainException Unknown
UncertainException Unknown
true Held
int(3)
bool(true)
bool(true)
