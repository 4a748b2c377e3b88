--TEST--
A server that never comes to the end of its reply does not outlast the time bound
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';
$replies = [
    'a line' => '+' . str_repeat('x', 8 << 20),
    'a list' => "*1000000\r\n" . str_repeat(":1\r\n", 500000),
    'a number' => '$' . str_repeat('1', 2000000),
    'a nested list' => str_repeat("*1\r\n", 500000),
    'nothing of a list' => "*-1\r\n",
    'an impossible size' => "\$-5\r\n",
    'two replies' => "\$-1\r\n+OK\r\n",
];
foreach ($replies as $name => $reply) {
    $fake = FakeServer::start(fn () => $reply);
    $lock = new RedisLock('k', connection: $fake->tcpDsn('?timeout=0.3&connect_timeout=0.3'), autoRelease: false);
    $start = hrtime(true);
    echo $name, ': ', thrown(fn () => $lock->acquire()), ' ', json_encode([$lock->isHeld(), (hrtime(true) - $start) / 1e9 < 3]), "\n";
}
--EXPECT--
a line: RedisLock\UncertainException [false,true]
a list: RedisLock\UncertainException [false,true]
a number: RedisLock\UncertainException [false,true]
a nested list: RedisLock\UncertainException [false,true]
nothing of a list: RedisLock\UncertainException [false,true]
an impossible size: RedisLock\UncertainException [false,true]
two replies: RedisLock\UncertainException [false,true]
