--TEST--
A child that ends at once sends nothing for an unanswered acquire of its parent
--EXTENSIONS--
redis_lock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/server.inc';
$s = TestServer::start();
$s->freeze();
$lock = new RedisLock('k', ttl: 60, connection: $s->dsn('timeout=0.1&connect_timeout=0.1'));
echo thrown(fn () => $lock->acquire()), ' ', $lock->state()->name, "\n";
$start = hrtime(true);
echo wait_child(fork_child(function () use ($lock) {
    echo $lock->state()->name, ' ', json_encode($lock->release()), "\n";
    return 5;
})), "\n";
var_dump((hrtime(true) - $start) / 1e9 < 3);
$s->thaw();
var_dump($lock->acquire(wait: 5), $s->call('GET', 'k') === $lock->token(), $lock->release());
--EXPECT--
RedisLock\UncertainException Unknown
Idle false
5
bool(true)
bool(true)
bool(true)
bool(true)
