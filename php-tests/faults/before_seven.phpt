--TEST--
A server that refuses SET with NX and GET is asked once, and serves just as well
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';

$held = '';
$fake = FakeServer::start(function (array $command) use (&$held) {
    $words = array_map('strtoupper', $command);
    return match ($words[0]) {
        'SET' => match (true) {
            in_array('NX', $words) && in_array('GET', $words) => "-ERR syntax error\r\n",
            $held !== '' => "\$-1\r\n",
            default => [$held = $command[2], "+OK\r\n"][1],
        },
        'GET' => $held === '' ? "\$-1\r\n" : FakeServer::bulk($held),
        'EVAL' => [$held = '', ":1\r\n"][1],
        'EVALSHA' => "-NOSCRIPT none\r\n",
        default => null,
    };
});
$lock = new RedisLock('k', connection: $fake->dsn());
$rival = new RedisLock('k', connection: $fake->dsn());
for ($i = 0; $i < 3; $i++) {
    echo outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $rival->acquire()), ' ';
    echo $rival->lastContender()->token() === $lock->token() ? 'known' : 'unknown', ' ', outcome(fn() => $lock->release()), "\n";
}
$other = new RedisLock('other', connection: $fake->dsn());
echo outcome(fn() => $other->withLock(fn() => 'ran')), "\n";
echo count(preg_grep('/^SET .* GET/i', $fake->commands())), "\n";
--EXPECT--
true false known true
true false known true
true false known true
"ran"
1
