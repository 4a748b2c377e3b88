--TEST--
Strange answers of a minority change nothing, each of a majority has its own outcome
--EXTENSIONS--
redis_lock
--FILE--
<?php
require __DIR__ . '/../support/fake.inc';
require __DIR__ . '/nodes.inc';

$replies = [
    'MOVED' => "-MOVED 3999 127.0.0.1:6381\r\n", 'CLUSTERDOWN' => "-CLUSTERDOWN The cluster is down\r\n", 'LOADING' => "-LOADING Redis is loading\r\n",
    'MISCONF' => "-MISCONF Errors writing\r\n", 'MASTERDOWN' => "-MASTERDOWN Link is down\r\n", 'READONLY' => "-READONLY You can't write\r\n",
    'BUSY' => "-BUSY Redis is busy\r\n", 'a page' => "HTTP/1.1 400 Bad Request\r\n\r\n", 'a number' => ":7\r\n", 'closed' => false, 'nothing' => '',
];
$fakes = [];
foreach ($replies as $name => $reply) {
    for ($i = 0; $i < 3; $i++) {
        $fakes[$name][] = FakeServer::start(fn(array $command) => in_array(strtoupper($command[0]), ['SET', 'EVAL', 'EVALSHA']) ? $reply : null);
    }
}
$nodes = Nodes::start(2, 'timeout=0.3');
foreach ($fakes as $name => [$first, $second, $third]) {
    $dsns = [$first->dsn('timeout=0.3'), ...$nodes->dsns()];
    $lock = new RedisLock('k', ttl: 4, connection: $dsns);
    echo $name, ': ', outcome(fn() => $lock->acquire()), ' ', outcome(fn() => $lock->renew()), ' ', outcome(fn() => $lock->release());
    $lock = new RedisLock('k', ttl: 4, connection: [$second->dsn('timeout=0.3'), $third->dsn('timeout=0.3'), $dsns[1]]);
    echo ' ', outcomes(fn() => $lock->acquire()), ' ', json_encode($lock->isHeld()), "\n";
    $nodes->call('FLUSHALL');
}
--EXPECT--
MOVED: true true true refused refused granted false
CLUSTERDOWN: true true true refused refused granted false
LOADING: true true true refused refused granted false
MISCONF: true true true refused refused granted false
MASTERDOWN: true true true refused refused granted false
READONLY: true true true refused refused granted false
BUSY: true true true refused refused granted false
a page: true true true uncertain uncertain granted false
a number: true true true uncertain uncertain granted false
closed: true true true uncertain uncertain granted false
nothing: true true true uncertain uncertain granted false
